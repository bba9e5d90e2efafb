// Finds agents with the options of the command line: the configured agents and the built-in ones.
import { parseCustomAgents, type CustomAgents, type LookupOptions } from "@parley/catalogue/find-agent";
import type { CommandContext } from "../command.ts";
import { ownCommand } from "./own-agent.ts";

/** A trusted folder's agents take precedence over the user's, which long-running processes read again. */
export function agentOptions({ home, config, log }: CommandContext, current?: CustomAgents): LookupOptions {
  const user = current ?? parseCustomAgents(config.user.values["agents"], config.user.path);
  const workspace = parseCustomAgents(config.workspace.values["agents"], config.workspace.path);
  return { custom: new Map([...user, ...workspace]), own: ownCommand(), host: { parleyHome: home }, log };
}
