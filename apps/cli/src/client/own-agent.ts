// The built-in agents: this program, started again as an agent on stdin and stdout.
import type { AgentLaunch } from "@parley/client";
import { VERSION } from "@parley/base";

interface OwnAgent {
  readonly title: string;
  /** The subcommand that runs it. */
  readonly command: string;
  /** Whether it runs its tools in the sandbox and stays outside itself. */
  readonly sandboxesItself: boolean;
}

/** Reserved names: `parley` is the coding agent, `script` the agent that only runs scripts. */
const OWN_AGENTS: Readonly<Record<string, OwnAgent>> = {
  parley: { title: "Parley", command: "agent", sandboxesItself: true },
  script: { title: "Scripted agent", command: "script", sandboxesItself: false },
};

/** In an editor the executable is Electron, which is Node only if told so; no child inherits that. */
const RUN_AS_NODE: Readonly<Record<string, string>> =
  process.versions["electron"] === undefined ? {} : { ELECTRON_RUN_AS_NODE: "1" };

export interface OwnCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly version: string;
}

/** The command of a built-in agent (default: `parley agent`). */
export function ownCommand(name = "parley"): OwnCommand {
  const { command = "agent" } = OWN_AGENTS[name] ?? {};
  const args = [...process.execArgv, process.argv[1] ?? "", command];
  return { command: process.execPath, args, env: RUN_AS_NODE, version: VERSION };
}

/** This program with another subcommand. */
export function ownProgram(subcommand: string): Omit<OwnCommand, "version"> {
  const { command, args, env } = ownCommand();
  return { command, args: [...args.slice(0, -1), subcommand], env };
}

/** Undefined if the name is not that of a built-in agent. */
export function ownLaunch(name: string): AgentLaunch | undefined {
  const own = Object.hasOwn(OWN_AGENTS, name) ? OWN_AGENTS[name] : undefined;
  return own === undefined
    ? undefined
    : { name, title: own.title, sandboxesItself: own.sandboxesItself, ...ownCommand(name) };
}
