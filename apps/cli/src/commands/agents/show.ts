// `parley agents show`: everything that Parley knows about one agent.
import { findNearestName, ParleyError } from "@parley/base";
import type { AgentLaunch } from "@parley/client";
import { describeSandbox } from "@parley/client/sandbox";
import { createRegistry, findRegistryAgent, knownAgents, showAgent } from "@parley/catalogue";
import { chooseSandbox } from "../../client/choose-sandbox.ts";
import { agentOptions } from "../../client/find-agent.ts";
import { ownLaunch } from "../../client/own-agent.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printLines } from "../../output/print.ts";
import { line, span } from "../../terminal/line.ts";
import type { agentsShowUsage } from "../../usage/agents.ts";
import { fromRegistry, STATE_STYLES, toAgentJson, toQuirksJson, type AgentJson } from "../../output/describe-agent.ts";

export const run: Run<typeof agentsShowUsage> = async ({ flags, positionals: [name = ""] }, context) => {
  const agent = await findAgent(name, context);
  if (flags.json) printJson(agent);
  else printAgent(agent, context);
  return ExitCodes.endTurn;
};

/** Uses the cached copy of the registry, so no request leaves the machine. */
async function findAgent(name: string, context: CommandContext): Promise<AgentJson> {
  const { home, settings, log } = context;
  const host = { parleyHome: home };
  const [report, copy] = await Promise.all([
    showAgent(name, agentOptions(context)),
    createRegistry({ source: settings.registry, host, log }).cached(),
  ]);
  const listed = copy === undefined ? undefined : findRegistryAgent(copy, name);
  if (report !== undefined) {
    const { status } = report;
    const sandbox = status.state === "ready" ? await findSandbox(status.launch, context) : undefined;
    return { ...toAgentJson(report), description: listed?.description, quirks: toQuirksJson(report), sandbox };
  }
  const own = ownLaunch(name);
  if (own !== undefined) {
    const { title, version, command, args } = own;
    const started = { path: command, command: [command, ...args], sandbox: await findSandbox(own, context) };
    return { name, title, state: "ready", origin: "own", version, ...started };
  }
  if (listed !== undefined) return fromRegistry(listed);
  const remedy = { label: "List known agents", command: "parley agents list --all" };
  const near = findNearestName(name, [
    "parley",
    ...knownAgents.map((known) => known.name),
    ...(agentOptions(context).custom?.keys() ?? []),
  ]);
  const hint = near === undefined ? "" : `. Did you mean ${near}?`;
  throw new ParleyError({
    code: "agent_not_found",
    message: `Agent ${JSON.stringify(name)} not found${hint}`,
    remedy,
  });
}

/** The sandbox in this folder, even if it is off, so that the user sees what it would be. */
async function findSandbox(launch: AgentLaunch, context: CommandContext): Promise<AgentJson["sandbox"]> {
  const { setting, ...access } = chooseSandbox(context, launch.name);
  const { cwd, home: parleyHome } = context;
  const mode = setting === "off" ? "on" : setting;
  return { setting, ...(await describeSandbox(launch, { ...access, mode, roots: [cwd], parleyHome })) };
}

function describeRows({ sandbox }: AgentJson): readonly (readonly [string, string | undefined])[] {
  if (sandbox === undefined) return [];
  const { setting, unavailable, places, hosts } = sandbox;
  return [
    ["sandbox", setting === "off" ? "off; with --sandbox it can access:" : setting],
    ["  not available", unavailable],
    ["  writable", places?.writable.join(", ")],
    ["  read-only", places?.readOnly.join(", ")],
    ["  private, empty", places?.private.join(", ")],
    ["  hidden by rules", places?.hidden.join(", ")],
    ["  limited network", hosts.length === 0 ? "no host" : hosts.join(", ")],
  ];
}

function printAgent(agent: AgentJson, context: CommandContext): void {
  const how = agent.remedy?.command ?? agent.remedy?.url;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["version", agent.version],
    ["installed by Parley", agent.installedVersion],
    ["where", agent.path],
    ["command", agent.command?.join(" ")],
    ["origin", agent.origin],
    ["about", agent.description],
    [agent.state === "ready" ? "note" : "problem", agent.message],
    ["fix", agent.remedy === undefined ? undefined : `${agent.remedy.label}${how === undefined ? "" : `: ${how}`}`],
    ...describeRows(agent),
    ...(agent.quirks ?? []).flatMap(({ problem, workaround, reference }) => [
      ["known issue", problem] as const,
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
