// All agents that there are or could be, each with its state.
import { inParallel } from "@parley/base";
import { listInstalled } from "../install/installed-agent.ts";
import { saveVersions } from "./find-agent.ts";
import { findKnownAgent, knownAgents } from "../known/known-agents.ts";
import { LOOKUPS_AT_ONCE } from "../limits.ts";
import { lookUpAgent, type AgentReport } from "./look-up-agent.ts";
import { createLookup, type LookupOptions } from "./lookup.ts";

/** Known ones in the order of the table, then custom ones, then others that were installed. Nothing leaves the machine. */
export async function listAgents(options: LookupOptions = {}): Promise<readonly AgentReport[]> {
  const lookup = createLookup(options, true);
  const known = knownAgents.filter(({ programs }) => programs.length > 0 || lookup.own !== undefined);
  const names = new Set([...known.map(({ name }) => name), ...lookup.custom.keys()]);
  for (const { id } of await listInstalled(lookup.surroundings)) if (findKnownAgent(id) === undefined) names.add(id);
  const reports = await inParallel([...names], LOOKUPS_AT_ONCE, (name) => lookUpAgent(name, lookup));
  await saveVersions(lookup);
  return reports.flatMap((report) => report ?? []);
}

/** One of them; undefined if nobody knows an agent of that name. */
export async function showAgent(name: string, options: LookupOptions = {}): Promise<AgentReport | undefined> {
  const lookup = createLookup(options, true);
  const report = await lookUpAgent(name, lookup);
  await saveVersions(lookup);
  return report;
}
