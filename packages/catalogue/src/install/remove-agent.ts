// Removes an agent that was installed by us, and what earlier removals had to leave.
import { guardFiles, namesIn } from "@parley/home";
import { ParleyError } from "@parley/base";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isSafeId } from "../fields.ts";
import { findKnownAgent } from "../known/known-agents.ts";
import { createSurroundings, type Surroundings } from "../programs/surroundings.ts";
import { AgentFolder } from "./agent-folder.ts";
import { claimAgent, notInstalled, toContext, type Context, type InstallOptions } from "./context.ts";
import { agentsFolder, MANIFEST_FILE, readInstalled } from "./installed-agent.ts";

export interface RemoveResult {
  readonly id: string;
  /** Folders of versions that are still in use. */
  readonly kept: readonly string[];
}

/** By its id, or by the name of a known agent. Rejects with `agent_not_found` if it was not installed by us, and `agent_busy`. */
export async function removeAgent(name: string, options: InstallOptions = {}): Promise<RemoveResult> {
  const context = toContext(options);
  const { surroundings } = context;
  const id = await findInstalledId(name, surroundings);
  if (id === undefined) throw notInstalled(name);
  const result = await guardFiles(`${name} could not be removed`, async () => {
    await using claim = await claimAgent(id, name, context);
    const folder = new AgentFolder(id, surroundings);
    claim.check();
    // First of all nobody finds it any more.
    await rm(join(folder.path, MANIFEST_FILE), { force: true });
    const kept = await folder.clean(undefined);
    await folder.removeIfEmpty();
    return { id, kept };
  });
  await sweep(context);
  return result;
}

/** By its id, or by the name of a known agent; also one that cannot be used any more. */
export async function isInstalled(name: string, given: Partial<Surroundings> = {}): Promise<boolean> {
  return (await findInstalledId(name, createSurroundings(given))) !== undefined;
}

/** The id under which an agent of that name is installed. */
async function findInstalledId(name: string, surroundings: Surroundings): Promise<string | undefined> {
  for (const id of [name, ...(findKnownAgent(name)?.registryIds ?? [])]) {
    if ((await readInstalled(id, surroundings)) !== undefined) return id;
  }
  return undefined;
}

/** Versions that were running when their agent was removed, and do not any more. Nobody's business if that fails. */
export async function sweep(context: Context): Promise<void> {
  const { surroundings, log } = context;
  try {
    for (const id of (await namesIn(agentsFolder(surroundings))).filter(isSafeId)) {
      if ((await readInstalled(id, surroundings)) === undefined) await sweepOne(id, context);
    }
  } catch (error) {
    log.write("debug", "What is left of removed agents could not be removed", { error: String(error) });
  }
}

async function sweepOne(id: string, context: Context): Promise<void> {
  try {
    await using claim = await claimAgent(id, id, context);
    claim.check();
    // Somebody may have installed it just now.
    if ((await readInstalled(id, context.surroundings)) !== undefined) return;
    const folder = new AgentFolder(id, context.surroundings);
    await folder.clean(undefined);
    await folder.removeIfEmpty();
  } catch (error) {
    if (!(error instanceof ParleyError) || error.code !== "agent_busy") throw error;
  }
}
