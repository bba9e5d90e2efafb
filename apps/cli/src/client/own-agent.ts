// Our own agent: this very program, started again as an agent on its pipes.
import type { AgentLaunch } from "@parley/client";
import { VERSION } from "../version.ts";

/** Their names are spoken for: `parley` is our own agent, `script` the one that plays scripts. Today they are the same. */
const OWN_NAMES: Readonly<Record<string, string>> = { parley: "Parley", script: "Scripted agent" };

export interface OwnCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly version: string;
}

export function ownCommand(): OwnCommand {
  return { command: process.execPath, args: [...process.execArgv, process.argv[1] ?? "", "script"], version: VERSION };
}

/** Undefined if the name is not one of ours. */
export function ownLaunch(name: string): AgentLaunch | undefined {
  if (!Object.hasOwn(OWN_NAMES, name)) return undefined;
  return { name, title: OWN_NAMES[name] ?? name, env: {}, ...ownCommand() };
}
