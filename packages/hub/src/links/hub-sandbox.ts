// Which sandbox the agent of a session runs in: the stricter one of the agent's configuration and the session's own setting.
import { ParleyError, stricterSandbox, type SandboxSetting } from "@parley/base";
import type { AgentSandbox, SandboxAccess } from "@parley/client";
import type { AgentEntry } from "../api/agents.ts";
import type { SessionRow } from "../api/store.ts";

interface HubSandbox extends SandboxAccess {
  readonly setting: SandboxSetting;
}

/** The configuration of a program; `parley` is our own agent. Read at each start. */
export type FindHubSandbox = (program: string) => Promise<HubSandbox>;

export interface SandboxChoiceOptions {
  readonly find: FindHubSandbox | undefined;
  readonly parleyHome: string;
}

/** Undefined: no sandbox. */
export async function chooseSandbox(
  program: string,
  { cwd, additionalFolders, sandbox: wanted = "off" }: Pick<SessionRow, "cwd" | "additionalFolders" | "sandbox">,
  { find, parleyHome }: SandboxChoiceOptions,
): Promise<AgentSandbox | undefined> {
  const { setting, ...access } = (await find?.(program)) ?? { setting: "off" };
  const mode = stricterSandbox(setting, wanted);
  return mode === "off" ? undefined : { ...access, mode, roots: [cwd, ...additionalFolders], parleyHome };
}

/** A sandbox of this machine cannot contain an agent that runs on another one. */
export function checkRemote({ name }: AgentEntry, { sandbox = "off" }: Pick<SessionRow, "sandbox">): void {
  if (sandbox === "off") return;
  const message = `The sandbox is not available: agent ${name} runs on another machine`;
  throw new ParleyError({ code: "sandbox_unavailable", message });
}
