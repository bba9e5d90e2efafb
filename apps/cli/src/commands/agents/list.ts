// `parley agents list`: the agents on this machine, and with --all also those that can be installed.
import { asInvoked } from "@parley/base";
import type { Operations } from "@parley/contract";
import { listPrograms } from "../../agents/program-catalogue.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printTable, printNotice } from "../../output/print.ts";
import { ago } from "../../output/time.ts";
import { attach, type AttachFlags } from "../../server/attach.ts";
import type { agentsListUsage } from "../../usage/agents.ts";
import { describeRemedy, STATE_STYLES, type AgentJson } from "../../output/describe-agent.ts";

type Catalogue = Operations["agents/catalogue"]["reply"];

export const run: Run<typeof agentsListUsage> = async ({ flags }, context) => {
  const [{ agents: listed, copy, problem }, running] = await Promise.all([
    listPrograms(context, flags.all),
    readRunning(flags, context),
  ]);
  if (flags.all && problem !== undefined) {
    printNotice(`${problem}. Listing only the agents that Parley knows.`);
  } else if (flags.all && copy?.offline !== undefined) {
    printNotice(`The registry did not respond; showing the copy from ${ago(copy.fetchedAtMs, Date.now())}.`);
  }
  const agents = listed.map((agent) => ({ ...agent, ...running.get(agent.name) }));
  const shown = flags.all || flags.json ? agents : agents.filter((agent) => agent.state !== "missing" || isOwn(agent));
  if (flags.json) printJson({ default: context.settings.agent, agents: shown });
  else printAgents(shown, agents.length - shown.length, context);
  return ExitCodes.endTurn;
};

/** Agents of the user's configuration; one that cannot be started is shown with a fix. */
function isOwn({ origin }: AgentJson): boolean {
  return origin === "custom";
}

type Running = Pick<AgentJson, "signIn" | "processes">;

/** A running server's data about its agents; no server is started for this. */
async function readRunning(flags: AttachFlags, context: CommandContext): Promise<ReadonlyMap<string, Running>> {
  const { server } = await attach(flags, context);
  if (server === undefined) return new Map();
  const { ServerApi } = await import("../../server/server-api.ts");
  const { programs } = (await new ServerApi(server).request("GET", "/agent/programs")) as unknown as Catalogue;
  return new Map(
    programs.map(({ name, sign_in: signIn, processes }) => [
      name,
      {
        ...(signIn !== "unknown" && { signIn }),
        ...(processes.length > 0 && { processes: processes.map(({ working_dir: cwd, ...one }) => ({ ...one, cwd })) }),
      },
    ]),
  );
}

function printAgents(agents: readonly AgentJson[], hidden: number, context: CommandContext): void {
  const isDefault = ({ name }: AgentJson): boolean => name === context.settings.agent;
  printTable<AgentJson>(
    [
      { title: "NAME", text: (agent) => `${agent.name}${isDefault(agent) ? " *" : ""}`, style: nameStyle },
      { title: "STATE", text: ({ state }) => state.replace("_", " "), style: ({ state }) => STATE_STYLES[state] },
      { title: "VERSION", text: describeVersion },
      { title: "RUNNING", text: ({ processes = [] }) => (processes.length === 0 ? "" : String(processes.length)) },
      { title: "LOCATION, OR HOW TO INSTALL", text: (agent) => describePlace(agent), shrinks: "end" },
    ],
    agents,
    context,
  );
  printNotice("* is the default agent (setting agent).");
  if (hidden > 0) printNotice(asInvoked(`${hidden} more known agents are not installed: parley agents list --all`));
}

function describeVersion({ version, installedVersion, latestVersion }: AgentJson): string {
  const own = version ?? installedVersion ?? "";
  return latestVersion === undefined ? own : `${own} (${latestVersion} available)`;
}

function nameStyle({ state }: AgentJson): "strong" | undefined {
  return state === "ready" ? "strong" : undefined;
}

function describePlace(agent: AgentJson): string {
  if (agent.state !== "ready") return describeRemedy(agent);
  // Other agents may be started by a program such as npx or node, so their whole command is shown.
  return (agent.origin === "known" ? agent.path : agent.command?.join(" ")) ?? "";
}
