// Removes an agent that Parley installed, and what earlier removals had to leave.
import { guardFiles, namesIn } from "@parley/home";
import { ParleyError } from "@parley/base";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isSafeId } from "../fields.ts";
import { findKnownAgent } from "../known/known-agents.ts";
import { createHostEnvironment, type HostEnvironment } from "../programs/host-environment.ts";
import { AgentFolder } from "./agent-folder.ts";
import { claimAgent, notInstalled, toContext, type Context, type InstallOptions } from "./install-context.ts";
import { agentsFolder, MANIFEST_FILE, readInstalled } from "./installed-agent.ts";

export interface RemoveResult {
  readonly id: string;
  /** Folders of versions that are still in use. */
  readonly kept: readonly string[];
}

/** By its id, or by the name of a known agent. Rejects with `agent_not_found` if Parley did not install it, and `agent_busy`. */
export async function removeAgent(name: string, options: InstallOptions = {}): Promise<RemoveResult> {
  const context = toContext(options);
  const { host } = context;
  const id = await findInstalledId(name, host);
  if (id === undefined) throw notInstalled(name);
  const result = await guardFiles(`Could not remove ${name}`, async () => {
    await using claim = await claimAgent(id, name, context);
    const folder = new AgentFolder(id, host);
    claim.check();
    // The manifest goes first, so that the agent can no longer be found.
    await rm(join(folder.path, MANIFEST_FILE), { force: true });
    const kept = await folder.clean(undefined);
    await folder.removeIfEmpty();
    return { id, kept };
  });
  await sweep(context);
  return result;
}

/** By its id, or by the name of a known agent; also one that can no longer be used. */
export async function isInstalled(name: string, given: Partial<HostEnvironment> = {}): Promise<boolean> {
  return (await findInstalledId(name, createHostEnvironment(given))) !== undefined;
}

/** The id under which an agent of that name is installed. */
async function findInstalledId(name: string, host: HostEnvironment): Promise<string | undefined> {
  for (const id of [name, ...(findKnownAgent(name)?.registryIds ?? [])]) {
    if ((await readInstalled(id, host)) !== undefined) return id;
  }
  return undefined;
}

/** Versions that were in use when their agent was removed and no longer are. A failure is only logged. */
export async function sweep(context: Context): Promise<void> {
  const { host, log } = context;
  try {
    for (const id of (await namesIn(agentsFolder(host))).filter(isSafeId)) {
      if ((await readInstalled(id, host)) === undefined) await sweepOne(id, context);
    }
  } catch (error) {
    log.write("debug", "Could not remove the rest of removed agents", { error: String(error) });
  }
}

async function sweepOne(id: string, context: Context): Promise<void> {
  try {
    await using claim = await claimAgent(id, id, context);
    claim.check();
    // Another process may have installed it meanwhile.
    if ((await readInstalled(id, context.host)) !== undefined) return;
    const folder = new AgentFolder(id, context.host);
    await folder.clean(undefined);
    await folder.removeIfEmpty();
  } catch (error) {
    if (!(error instanceof ParleyError) || error.code !== "agent_busy") throw error;
  }
}
