// Our own agents: this very program, started again as an agent on its pipes.
import type { AgentLaunch } from "@parley/client";
import { VERSION } from "@parley/base";

interface OwnAgent {
  readonly title: string;
  /** The command of this program that it is. */
  readonly command: string;
  /** It starts its tools in the sandbox, and is not in it itself. */
  readonly sandboxesItself: boolean;
}

/** Their names are spoken for: `parley` is our own agent, `script` the one that plays scripts and nothing else. */
const OWN_AGENTS: Readonly<Record<string, OwnAgent>> = {
  parley: { title: "Parley", command: "agent", sandboxesItself: true },
  script: { title: "Scripted agent", command: "script", sandboxesItself: false },
};

export interface OwnCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly version: string;
}

/** `parley agent`, unless another one of ours is named. */
export function ownCommand(name = "parley"): OwnCommand {
  const { command = "agent" } = OWN_AGENTS[name] ?? {};
  return { command: process.execPath, args: [...process.execArgv, process.argv[1] ?? "", command], version: VERSION };
}

/** Undefined if the name is not one of ours. */
export function ownLaunch(name: string): AgentLaunch | undefined {
  const own = Object.hasOwn(OWN_AGENTS, name) ? OWN_AGENTS[name] : undefined;
  return own === undefined
    ? undefined
    : { name, title: own.title, env: {}, sandboxesItself: own.sandboxesItself, ...ownCommand(name) };
}
