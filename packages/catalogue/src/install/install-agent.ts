// Installs and updates agents under `<parleyHome>/agents`. If anything fails, the version that was installed before keeps working.
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ChangeClaim } from "../claim-change.ts";
import type { RegistryAgent } from "../registry/registry-agent.ts";
import { throwIfCancelled } from "../programs/run-program.ts";
import { compareVersions } from "../programs/version.ts";
import { AgentFolder } from "./agent-folder.ts";
import { chooseMethod, type InstallMethod } from "./choose-method.ts";
import { claimAgent, notInstalled, toContext, type Context, type InstallOptions } from "./install-context.ts";
import { toInstallError } from "./install-error.ts";
import {
  readInstalled,
  writeManifest,
  type DistributionKind,
  type InstalledAgent,
  type Manifest,
} from "./installed-agent.ts";
import { sweep } from "./remove-agent.ts";
import type { Installed, InstallProgress, Work } from "./install-method.ts";

export interface InstallResult {
  readonly agent: InstalledAgent;
  /** The version that was installed before. */
  readonly previousVersion?: string | undefined;
  /** Warnings for the user: no hash to compare, another Node.js required. */
  readonly notes: readonly string[];
  /** Folders of older versions that are still in use; a later change removes them. */
  readonly kept: readonly string[];
}

export type UpdateResult =
  | (InstallResult & { readonly isChanged: true })
  /** The installed version is as new or newer. */
  | { readonly isChanged: false; readonly agent: InstalledAgent };

/** Replaces the installed version. Rejects with `agent_install_failed`, `agent_busy`, `disk_full` or `request_cancelled`. */
export async function installAgent(agent: RegistryAgent, options: InstallOptions = {}): Promise<InstallResult> {
  const context = toContext(options);
  try {
    throwIfCancelled(options.signal);
    const method = await chooseMethod(agent, context.host, options.kind);
    const result = await installAlone(agent, method, context);
    await sweep(context);
    return result;
  } catch (error) {
    throw toInstallError(agent.title, error, options.signal);
  }
}

async function installAlone(agent: RegistryAgent, method: InstallMethod, context: Context): Promise<InstallResult> {
  await using claim = await claimAgent(agent.id, agent.title, context);
  return await installClaimed(agent, method, claim, context);
}

/** Installs the registry's version if it is newer. Also rejects with `agent_not_found` if Parley did not install the agent. */
export async function updateAgent(agent: RegistryAgent, options: InstallOptions = {}): Promise<UpdateResult> {
  const installed = await readInstalled(agent.id, toContext(options).host);
  if (installed === undefined) throw notInstalled(agent.id);
  if (installed.agent !== undefined && !isNewerVersion(agent.version, installed.agent.version)) {
    return { isChanged: false, agent: installed.agent };
  }
  const kind = options.kind ?? sameKind(agent, installed.agent);
  return { ...(await installAgent(agent, { ...options, kind })), isChanged: true };
}

/** The distribution it was installed from, if the registry still offers it. */
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
  method: InstallMethod,
  claim: ChangeClaim,
  context: Context,
): Promise<InstallResult> {
  const { host, clock } = context;
  const folder = new AgentFolder(agent.id, host);
  const before = (await readInstalled(agent.id, host))?.agent;
  await folder.clean(before?.folder);
  const name = await folder.freeName(agent.version);
  // uv writes absolute paths into its files, so the folder cannot be moved afterwards.
  const isInPlace = method.kind === "uvx";
  const work = isInPlace ? await folder.createVersion(name) : await folder.createDraft();
  try {
    const installed = await method.install(toWork(work, context));
    throwIfCancelled(context.options.signal);
    claim.check();
    if (!isInPlace) await folder.adopt(work, name);
    const manifest = toManifest(agent, method.kind, name, installed, clock.now());
    await writeManifest(manifest, host);
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

/** If the manifest names it, the installation is complete, whatever failed after that. */
async function removeUnfinished(work: string, place: string, cause: unknown, context: Context): Promise<void> {
  const id = basename(join(place, ".."));
  try {
    if ((await readInstalled(id, context.host))?.agent?.folder === basename(place)) return;
    for (const path of [work, place]) await rm(path, { recursive: true, force: true, maxRetries: 2 });
  } catch (error) {
    // The next change removes it; the user needs to see the first error.
    const fields = { error: String(error), cause: String(cause) };
    context.log.write("warn", "Could not remove the rest of a failed installation", fields);
  }
}

function toWork(folder: string, { host, limits, log, options }: Context): Work {
  const { signal, ignoreScripts = false, onProgress } = options;
  const report = (progress: InstallProgress): void => {
    try {
      onProgress?.(progress);
    } catch (error) {
      log.write("warn", "A progress listener of an installation failed", { error: String(error) });
    }
  };
  return { folder, host, limits, signal, ignoreScripts, report };
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
