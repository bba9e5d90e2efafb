// `parley agents show`: everything known of one agent.
import { ParleyError } from "@parley/base";
import { createRegistry, findRegistryAgent, showAgent } from "@parley/client/agents";
import { agentOptions } from "../../client/find-agent.ts";
import { ownLaunch } from "../../client/own-agent.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printLines } from "../../output/print.ts";
import { line, span } from "../../terminal/line.ts";
import type { agentsShowUsage } from "../../usage/agents.ts";
import { fromRegistry, STATE_STYLES, toAgentJson, toQuirksJson, type AgentJson } from "./describe-agent.ts";

export const run: Run<typeof agentsShowUsage> = async ({ flags, positionals: [name = ""] }, context) => {
  const agent = await findAgent(name, context);
  if (flags.json) printJson(agent);
  else printAgent(agent, context);
  return ExitCodes.endTurn;
};

/** What the registry said last is enough here: nothing leaves the machine. */
async function findAgent(name: string, context: CommandContext): Promise<AgentJson> {
  const { home, settings, log } = context;
  const surroundings = { parleyHome: home };
  const [report, copy] = await Promise.all([
    showAgent(name, agentOptions(context)),
    createRegistry({ source: settings.registry, surroundings, log }).cached(),
  ]);
  const listed = copy === undefined ? undefined : findRegistryAgent(copy, name);
  if (report !== undefined)
    return { ...toAgentJson(report), description: listed?.description, quirks: toQuirksJson(report) };
  const own = ownLaunch(name);
  if (own !== undefined) {
    const { title, version, command, args } = own;
    return { name, title, state: "ready", origin: "own", version, path: command, command: [command, ...args] };
  }
  if (listed !== undefined) return fromRegistry(listed);
  const remedy = { label: "See which there are", command: "parley agents list --all" };
  throw new ParleyError({
    code: "agent_not_found",
    message: `There is no agent called ${JSON.stringify(name)}`,
    remedy,
  });
}

function printAgent(agent: AgentJson, context: CommandContext): void {
  const how = agent.remedy?.command ?? agent.remedy?.url;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["version", agent.version],
    ["installed by us", agent.installedVersion],
    ["where", agent.path],
    ["started by", agent.command?.join(" ")],
    ["origin", agent.origin],
    ["about", agent.description],
    [agent.state === "ready" ? "note" : "problem", agent.message],
    [
      "what to do",
      agent.remedy === undefined ? undefined : `${agent.remedy.label}${how === undefined ? "" : `: ${how}`}`,
    ],
    ...(agent.quirks ?? []).flatMap(({ problem, workaround, reference }) => [
      ["known fault", problem] as const,
      ["workaround", workaround] as const,
      ["reference", reference] as const,
    ]),
  ];
  const shown = rows.flatMap(([label, value]) =>
    value === undefined || value === "" ? [] : [[label, value] as const],
  );
  const width = Math.max(...shown.map(([label]) => label.length));
  printLines(
    [
      line(
        span(agent.title, "strong"),
        ` (${agent.name})  `,
        span(agent.state.replace("_", " "), STATE_STYLES[agent.state]),
      ),
      ...shown.map(([label, value]) => line(span(`  ${label.padEnd(width)}  `, "dim"), value)),
    ],
    context,
  );
}
