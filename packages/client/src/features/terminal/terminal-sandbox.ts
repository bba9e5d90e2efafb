// The sandbox of a session's terminals: its folders, without what its rules deny.
import { createSandbox, type OpenSandbox } from "@parley/machine/sandbox";
import type { AgentSandbox } from "../../sandbox/agent-sandbox.ts";
import { toNetwork } from "../../sandbox/open-launch-sandbox.ts";
import { expandPlaces } from "../../sandbox/expand-places.ts";
import type { Gate } from "../gate/gate.ts";

export type TerminalSandboxOptions = Omit<AgentSandbox, "roots">;

/** Without the agent's own configuration: commands do not need its sign-in. */
export function openTerminalSandbox(
  gate: Gate,
  { mode, parleyHome, hosts = [], read = [], write = [] }: TerminalSandboxOptions,
): OpenSandbox {
  const { scope, judge } = gate;
  return createSandbox({
    network: toNetwork(mode),
    roots: scope.roots,
    parleyHome,
    zones: () => judge.zones(),
    programs: [[process.execPath]],
    read: expandPlaces(read, process.env),
    write: expandPlaces(write, process.env),
    hosts,
    onRefused: (why) => scope.record({ type: "note", level: "warning", text: `Blocked by the sandbox: ${why}` }),
  });
}
