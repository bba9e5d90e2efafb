// Lists known, configured and installed agents with their state.
import { inParallel } from "@parley/base";
import { listInstalled } from "../install/installed-agent.ts";
import { saveVersions } from "./find-agent.ts";
import { findKnownAgent, knownAgents } from "../known/known-agents.ts";
import { LOOKUPS_AT_ONCE } from "../limits.ts";
import { lookUpAgent, type AgentReport } from "./look-up-agent.ts";
import { createLookup, type LookupOptions } from "./lookup.ts";

/** Known agents in the order of the table, then configured ones, then other installed ones. Does not use the network. */
export async function listAgents(options: LookupOptions = {}): Promise<readonly AgentReport[]> {
  const lookup = createLookup(options, true);
  const known = knownAgents.filter(({ programs }) => programs.length > 0 || lookup.own !== undefined);
  const names = new Set([...known.map(({ name }) => name), ...lookup.custom.keys()]);
  for (const { id } of await listInstalled(lookup.host)) if (findKnownAgent(id) === undefined) names.add(id);
  const reports = await inParallel([...names], LOOKUPS_AT_ONCE, (name) => lookUpAgent(name, lookup));
  await saveVersions(lookup);
  return reports.flatMap((report) => report ?? []);
}

/** One agent; undefined if the name is unknown. */
export async function showAgent(name: string, options: LookupOptions = {}): Promise<AgentReport | undefined> {
  const lookup = createLookup(options, true);
  const report = await lookUpAgent(name, lookup);
  await saveVersions(lookup);
  return report;
}
