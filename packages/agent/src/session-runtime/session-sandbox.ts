// The sandbox of a session, for its commands, MCP servers and hooks. The agent itself runs outside.
import type { SandboxSetting } from "@parley/base";
import { openZones } from "@parley/home/judge";
import type { RulesFile } from "@parley/home/rules";
import { createSandbox, parseHosts, probeSandbox, type Hosts, type OpenSandbox } from "@parley/machine/sandbox";

/** Sandbox settings for every session. */
export interface ToolSandbox {
  readonly mode: Exclude<SandboxSetting, "off">;
  /** Hosts that a limited network may reach. The model is always reachable, because the agent runs outside. */
  readonly hosts?: readonly string[] | undefined;
  /** Additional readable and writable paths. Absolute. */
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
  /** Whether the agent may fetch from a host: the same hosts as a command in the sandbox. */
  readonly mayReach: (hostname: string, port: number) => boolean;
}

/** A command that does nothing, to test whether the sandbox works with these folders. */
const NOTHING = { file: "/bin/sh", args: [], viaShell: false } as const;

const NETWORKS = { on: "open", limited: "limited", offline: "off" } as const;

/** Rejects with `sandbox_unavailable`: a session never runs without its configured sandbox. */
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
