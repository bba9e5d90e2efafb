// Finding agents with what the command line knows: the configuration's own agents, and ours.
import type { AgentLaunch } from "@parley/client";
import {
  createFindAgent,
  parseCustomAgents,
  showAgent,
  type CustomAgents,
  type LookupOptions,
} from "@parley/catalogue/find-agent";
import type { CommandContext } from "../command.ts";
import { ownCommand } from "./own-agent.ts";

export function findNamed(context: CommandContext, name: string): Promise<AgentLaunch> {
  return createFindAgent(name, agentOptions(context))();
}

/** A session's record has the command even of an agent that has a name; the name is better, as programs move. */
export async function findIfKnown(context: CommandContext, name: string): Promise<AgentLaunch | undefined> {
  const known = await showAgent(name, agentOptions(context));
  return known === undefined ? undefined : findNamed(context, name);
}

/** Agents of a trusted folder go before those of the user, which are read again where a process lives long. */
export function agentOptions({ home, config, log }: CommandContext, current?: CustomAgents): LookupOptions {
  const user = current ?? parseCustomAgents(config.user.values["agents"], config.user.path);
  const workspace = parseCustomAgents(config.workspace.values["agents"], config.workspace.path);
  return { custom: new Map([...user, ...workspace]), own: ownCommand(), host: { parleyHome: home }, log };
}
