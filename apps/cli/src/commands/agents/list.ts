// `parley agents list`: the agents on this machine, and with --all also those that can be installed.
import { asInvoked, ParleyError } from "@parley/base";
import { createRegistry, findRegistryAgent, listAgents, type RegistryCopy } from "@parley/catalogue";
import { agentOptions } from "../../client/find-agent.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printTable, printNotice } from "../../output/print.ts";
import { ago } from "../../output/time.ts";
import type { agentsListUsage } from "../../usage/agents.ts";
import {
  describeRemedy,
  fromRegistry,
  STATE_STYLES,
  toAgentJson,
  type AgentJson,
} from "../../output/describe-agent.ts";

export const run: Run<typeof agentsListUsage> = async ({ flags }, context) => {
  const [reports, copy] = await Promise.all([
    listAgents(agentOptions(context)),
    flags.all ? readRegistry(context) : undefined,
  ]);
  const here = reports.map(toAgentJson);
  const agents = copy === undefined ? here : [...here, ...others(here, copy)];
  const shown = flags.all || flags.json ? agents : agents.filter(({ state }) => state !== "missing");
  if (flags.json) printJson({ default: context.settings.agent, agents: shown });
  else printAgents(shown, agents.length - shown.length, context);
  return ExitCodes.endTurn;
};

/** Undefined if it is unreachable and no copy is cached; the known agents are listed either way. */
async function readRegistry({ settings, home, log }: CommandContext): Promise<RegistryCopy | undefined> {
  try {
    return await createRegistry({ source: settings.registry, host: { parleyHome: home }, log }).refresh();
  } catch (error) {
    if (!(error instanceof ParleyError) || error.code !== "registry_unavailable") throw error;
    printNotice(`${error.message}. Listing the agents that Parley knows without it.`);
    return undefined;
  }
}

/** The agents of the registry that are not in the list yet, under any name. */
function others(here: readonly AgentJson[], copy: RegistryCopy): readonly AgentJson[] {
  if (copy.offline !== undefined)
    printNotice(`The registry did not respond; showing the copy from ${ago(copy.fetchedAtMs, Date.now())}.`);
  const known = new Set(here.flatMap(({ name }) => findRegistryAgent(copy, name)?.id ?? []));
  return copy.agents.filter(({ id }) => !known.has(id)).map(fromRegistry);
}

function printAgents(agents: readonly AgentJson[], hidden: number, context: CommandContext): void {
  const isDefault = ({ name }: AgentJson): boolean => name === context.settings.agent;
  printTable<AgentJson>(
    [
      { title: "NAME", text: (agent) => `${agent.name}${isDefault(agent) ? " *" : ""}`, style: nameStyle },
      { title: "STATE", text: ({ state }) => state.replace("_", " "), style: ({ state }) => STATE_STYLES[state] },
      { title: "VERSION", text: ({ version }) => version ?? "" },
      { title: "LOCATION, OR HOW TO INSTALL", text: (agent) => describePlace(agent), shrinks: "end" },
    ],
    agents,
    context,
  );
  printNotice("* is the one you talk to when you name none (setting agent).");
  if (hidden > 0) printNotice(asInvoked(`${hidden} more known agents are not installed: parley agents list --all`));
}

function nameStyle({ state }: AgentJson): "strong" | undefined {
  return state === "ready" ? "strong" : undefined;
}

function describePlace(agent: AgentJson): string {
  if (agent.state !== "ready") return describeRemedy(agent);
  // Other agents may be started by a program such as npx or node, so their whole command is shown.
  return (agent.origin === "known" ? agent.path : agent.command?.join(" ")) ?? "";
}
