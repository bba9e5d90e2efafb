// The sandbox of one session of our own agent: what its commands, MCP servers and hooks run in. The agent itself is outside.
import type { SandboxSetting } from "@parley/base";
import { openZones } from "@parley/home/judge";
import type { RulesFile } from "@parley/home/rules";
import { createSandbox, parseHosts, probeSandbox, type Hosts, type OpenSandbox } from "@parley/machine/sandbox";

/** How the tools of every session are held. */
export interface ToolSandbox {
  readonly mode: Exclude<SandboxSetting, "off">;
  /** Where a limited network may lead. The model is the agent's own to reach. */
  readonly hosts?: readonly string[] | undefined;
  /** More places to read, and to write. Absolute. */
  readonly read?: readonly string[] | undefined;
  readonly write?: readonly string[] | undefined;
}

export interface SessionSandboxOptions extends ToolSandbox {
  readonly roots: readonly string[];
  readonly parleyHome: string;
  readonly rules: Pick<RulesFile, "read">;
  readonly notice: (text: string) => void;
}

export interface SessionSandbox extends OpenSandbox {
  /** What the agent itself may fetch from: the same as a command in the sandbox could reach. */
  readonly mayReach: (hostname: string, port: number) => boolean;
}

/** What finds out whether these folders can be shown, and their rules be kept. */
const NOTHING = { file: "/bin/sh", args: [], viaShell: false } as const;

const NETWORKS = { on: "open", limited: "limited", offline: "off" } as const;

/** Rejects with `sandbox_unavailable`: a session that should have one does nothing without. */
export async function openSessionSandbox(options: SessionSandboxOptions): Promise<SessionSandbox> {
  const { mode, roots, parleyHome, rules, hosts = [], read = [], write = [], notice } = options;
  const listed: Hosts = parseHosts(hosts);
  const sandbox = createSandbox({
    network: NETWORKS[mode],
    roots,
    parleyHome,
    zones: openZones({ rules, roots }),
    programs: [[process.execPath]],
    read,
    write,
    hosts,
    onRefused: (why) => notice(`Blocked by the sandbox: ${why}`),
  });
  const state = await probeSandbox();
  if (!state.isAvailable) throw state.error;
  await sandbox.wrap({ invocation: NOTHING, cwd: roots[0] ?? "/", env: process.env, isPty: false });
  const mayReach = (hostname: string, port: number): boolean =>
    mode === "on" || (mode === "limited" && listed.has(hostname, port));
  return { ...sandbox, mayReach };
}
