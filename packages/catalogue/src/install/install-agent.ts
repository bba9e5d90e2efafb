// Installs and updates agents under `<parleyHome>/agents`. Whatever goes wrong, what was there before works on.
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ChangeClaim } from "../claim-change.ts";
import type { RegistryAgent } from "../registry/registry-agent.ts";
import { throwIfCancelled } from "../programs/run-program.ts";
import { compareVersions } from "../programs/version.ts";
import { AgentFolder } from "./agent-folder.ts";
import { chooseWay, type Way } from "./choose-way.ts";
import { claimAgent, notInstalled, toContext, type Context, type InstallOptions } from "./context.ts";
import { toInstallError } from "./install-error.ts";
import {
  readInstalled,
  writeManifest,
  type DistributionKind,
  type InstalledAgent,
  type Manifest,
} from "./installed-agent.ts";
import { sweep } from "./remove-agent.ts";
import type { Installed, InstallProgress, Work } from "./way.ts";

export interface InstallResult {
  readonly agent: InstalledAgent;
  /** The version that was there before. */
  readonly previousVersion?: string | undefined;
  /** What the user should know: no hash to compare, another Node.js wanted. */
  readonly notes: readonly string[];
  /** Folders of older versions that are still in use; a later change removes them. */
  readonly kept: readonly string[];
}

export type UpdateResult =
  | (InstallResult & { readonly isChanged: true })
  /** What is there is as new, or newer. */
  | { readonly isChanged: false; readonly agent: InstalledAgent };

/** Takes the place of the version that is there. Rejects with `agent_install_failed`, `agent_busy`, `disk_full` or `request_cancelled`. */
export async function installAgent(agent: RegistryAgent, options: InstallOptions = {}): Promise<InstallResult> {
  const context = toContext(options);
  try {
    throwIfCancelled(options.signal);
    const way = await chooseWay(agent, context.surroundings, options.kind);
    const result = await installAlone(agent, way, context);
    await sweep(context);
    return result;
  } catch (error) {
    throw toInstallError(agent.title, error, options.signal);
  }
}

async function installAlone(agent: RegistryAgent, way: Way, context: Context): Promise<InstallResult> {
  await using claim = await claimAgent(agent.id, agent.title, context);
  return await installClaimed(agent, way, claim, context);
}

/** Installs what the registry has if that is newer. Also rejects with `agent_not_found` if it was not installed by us. */
export async function updateAgent(agent: RegistryAgent, options: InstallOptions = {}): Promise<UpdateResult> {
  const installed = await readInstalled(agent.id, toContext(options).surroundings);
  if (installed === undefined) throw notInstalled(agent.id);
  if (installed.agent !== undefined && !isNewerVersion(agent.version, installed.agent.version)) {
    return { isChanged: false, agent: installed.agent };
  }
  const kind = options.kind ?? sameKind(agent, installed.agent);
  return { ...(await installAgent(agent, { ...options, kind })), isChanged: true };
}

/** The way it was installed, if the registry still offers that. */
function sameKind(
  { binary, npx, uvx }: RegistryAgent,
  installed: InstalledAgent | undefined,
): DistributionKind | undefined {
  const isOffered = { binary: binary.size > 0, npx: npx !== undefined, uvx: uvx !== undefined };
  return installed !== undefined && isOffered[installed.kind] ? installed.kind : undefined;
}

export function isNewerVersion(version: string, than: string): boolean {
  return version !== than && compareVersions(version, than) > 0;
}

async function installClaimed(
  agent: RegistryAgent,
  way: Way,
  claim: ChangeClaim,
  context: Context,
): Promise<InstallResult> {
  const { surroundings, clock } = context;
  const folder = new AgentFolder(agent.id, surroundings);
  const before = (await readInstalled(agent.id, surroundings))?.agent;
  await folder.clean(before?.folder);
  const name = await folder.freeName(agent.version);
  // uv writes whole paths into what it installs, so that must not be moved afterwards.
  const isInPlace = way.kind === "uvx";
  const work = isInPlace ? await folder.createVersion(name) : await folder.createDraft();
  try {
    const installed = await way.install(toWork(work, context));
    throwIfCancelled(context.options.signal);
    claim.check();
    if (!isInPlace) await folder.adopt(work, name);
    const manifest = toManifest(agent, way.kind, name, installed, clock.now());
    await writeManifest(manifest, surroundings);
    return {
      agent: { ...manifest, path: join(folder.path, name, manifest.command) },
      previousVersion: before?.version,
      notes: installed.notes,
      kept: await folder.clean(name),
    };
  } catch (error) {
    await removeUnfinished(work, join(folder.path, name), error, context);
    throw error;
  }
}

/** If the manifest names it, it is finished, whatever failed after that. */
async function removeUnfinished(work: string, place: string, cause: unknown, context: Context): Promise<void> {
  const id = basename(join(place, ".."));
  try {
    if ((await readInstalled(id, context.surroundings))?.agent?.folder === basename(place)) return;
    for (const path of [work, place]) await rm(path, { recursive: true, force: true, maxRetries: 2 });
  } catch (error) {
    // The next change removes it; the first failure is what the user has to know.
    const fields = { error: String(error), cause: String(cause) };
    context.log.write("warn", "What was left of an installation could not be removed", fields);
  }
}

function toWork(folder: string, { surroundings, limits, log, options }: Context): Work {
  const { signal, ignoreScripts = false, onProgress } = options;
  const tell = (progress: InstallProgress): void => {
    try {
      onProgress?.(progress);
    } catch (error) {
      log.write("warn", "Whoever watches an installation failed", { error: String(error) });
    }
  };
  return { folder, surroundings, limits, signal, ignoreScripts, tell };
}

function toManifest(
  { id, title, version }: RegistryAgent,
  kind: DistributionKind,
  folder: string,
  { command, runner, args, env, source, sha256, isVerified }: Installed,
  installedAtMs: number,
): Manifest {
  const more = { ...(runner === undefined ? {} : { runner }), ...(sha256 === undefined ? {} : { sha256 }) };
  return { id, title, version, kind, folder, command, args, env, source, isVerified, installedAtMs, ...more };
}
