// Checks the agents of this machine, the registry, and the programs needed for installing agents.
import { createRegistry, findInstallTools, listAgents, type AgentReport } from "@parley/catalogue";
import { agentOptions } from "../client/find-agent.ts";
import { ownLaunch } from "../client/own-agent.ts";
import type { CommandContext } from "../command.ts";
import { toAgentJson } from "../output/describe-agent.ts";
import { ago } from "../output/time.ts";
import { fail, ok, warn, type Check, type Finding } from "./finding.ts";

export const checkAgents: Check = async (context) => {
  const reports = await listAgents(agentOptions(context));
  // An agent that the user added should be present; a known one need not be.
  const missing = reports.filter(({ status, origin }) => status.state === "missing" && origin !== "custom");
  const there = reports.filter((report) => !missing.includes(report));
  const more =
    missing.length === 0
      ? []
      : [ok("agents", `${missing.length} known agents are not installed: parley agents list --all`)];
  return [...checkDefault(context, reports), ...there.map(toFinding), ...more];
};

function checkDefault({ settings }: CommandContext, reports: readonly AgentReport[]): readonly Finding[] {
  const name = settings.agent;
  const isReady = reports.some((report) => report.name === name && report.status.state === "ready");
  if (isReady || ownLaunch(name) !== undefined) return [];
  return [fail("default-agent", `The default agent ${name} cannot be used`, `parley agents show ${name}`)];
}

function toFinding(report: AgentReport): Finding {
  const { name, title, state, version, path, message, remedy } = toAgentJson(report);
  const id = `agent-${name}`;
  const what = [title, version, path === undefined ? undefined : `(${path})`].filter(Boolean).join(" ");
  if (state === "ready") return message === undefined ? ok(id, what) : warn(id, `${what}: ${message}`);
  const fix = remedy?.command ?? remedy?.url ?? remedy?.label ?? `parley agents show ${name}`;
  const text = `${what} cannot be used: ${message ?? state}`;
  if (report.origin !== "custom") return warn(id, text, fix);
  return warn(id, text, `${fix}; or remove it: parley agents remove ${name}`);
}

export const checkRegistry: Check = async ({ settings, home, log }) => {
  const copy = await createRegistry({ source: settings.registry, host: { parleyHome: home }, log }).cached();
  if (copy === undefined) return [ok("registry", "Registry not fetched yet; installing an agent fetches it")];
  const { agents, problems, fetchedAtMs, origin } = copy;
  const text = `${agents.length} agents in the registry, as of ${ago(fetchedAtMs, Date.now())} (${origin})`;
  return [
    problems.length === 0
      ? ok("registry", text)
      : warn("registry", `${text}; ${problems.length} entries could not be read`),
  ];
};

const NEEDED_FOR: Readonly<Record<string, string>> = { npm: "most agents", uv: "Python agents" };

export const checkTools: Check = async ({ home }) => {
  const tools: Readonly<Record<string, string | undefined>> = await findInstallTools({ parleyHome: home });
  return Object.entries(NEEDED_FOR).map(([name, what]) => {
    const path = tools[name];
    if (path !== undefined) return ok(`tool-${name}`, `${name} found, for installing ${what}`);
    return warn(`tool-${name}`, `${name} not found: ${what} can't be installed`, `Install ${name}`);
  });
};
