// The agents of this machine and of the registry, as `parley agents` and a hub list and change them.
import { ParleyError } from "@parley/base";
import {
  addCustomAgent,
  checkRegistryName,
  createRegistry,
  findRegistryAgent,
  installAgent,
  isInstalled,
  isNewerVersion,
  listAgents,
  readCustomAgents,
  removeAgent,
  removeCustomAgent,
  showAgent,
  toAgentError,
  updateAgent,
  type CustomAgent,
  type InstallResult,
  type RegistryAgent,
  type RegistryCopy,
} from "@parley/catalogue";
import type { AddedProgram, InstallChoice, InstalledProgram, InstallWork, RemovedProgram } from "@parley/hub";
import { agentOptions } from "../client/find-agent.ts";
import { ownLaunch } from "../client/own-agent.ts";
import type { CommandContext } from "../command.ts";
import { fromRegistry, toAgentJson, type AgentJson } from "../output/describe-agent.ts";

export interface ListedAgents {
  readonly agents: readonly AgentJson[];
  /** Undefined if the registry was not requested, or is unreachable and was never downloaded. */
  readonly copy: RegistryCopy | undefined;
  /** Why the registry is missing. */
  readonly problem?: string | undefined;
}

/**
 * `registry`: download the registry, and list its agents after those of this machine. Otherwise its cached copy
 * determines available updates.
 */
export async function listPrograms(context: CommandContext, registry: boolean): Promise<ListedAgents> {
  const options = agentOptions(context, await readCustomAgents(context.home));
  const [reports, { copy, problem }] = await Promise.all([listAgents(options), readRegistry(context, registry)]);
  const here = reports.map((report) => ({ ...toAgentJson(report), ...newerOf(report.installed, copy) }));
  const listed = registry && copy !== undefined ? [...here, ...others(here, copy)] : here;
  return { agents: listed, copy, problem };
}

/** Rejects if the program cannot be started: it is refused now rather than on its first use. */
export async function addProgram(context: CommandContext, name: string, agent: CustomAgent): Promise<AddedProgram> {
  const { home, log } = context;
  await refuseOwnName(name, home);
  if (isRelativePath(agent.command)) {
    const message = `command: ${JSON.stringify(agent.command)} is a relative path; give the name of a program or an absolute path`;
    throw new ParleyError({ code: "usage", message });
  }
  const isReplaced = (await readCustomAgents(home)).has(name);
  const report = await showAgent(name, { custom: new Map([[name, agent]]), host: { parleyHome: home }, log });
  if (report !== undefined && report.status.state !== "ready") {
    const { code, message, remedy, cause } = toAgentError(report);
    throw new ParleyError({ code, message: `${message}. Nothing was added`, ...(remedy && { remedy }), cause });
  }
  await addCustomAgent(home, name, agent);
  log.write("debug", "agent added", { name, isReplaced });
  return { isReplaced };
}

export function isRelativePath(command: string): boolean {
  return /^\.{0,2}[^/\\~$%]*[/\\]/.test(command) && !/^[/\\]|^[A-Za-z]:/.test(command);
}

/** `custom`: it is in the configuration. Rejects with `agent_not_found` if the agent is not installed or configured. */
export async function findRemovable(context: CommandContext, name: string): Promise<"custom" | "installed"> {
  const { home } = context;
  if ((await readCustomAgents(home)).has(name)) return "custom";
  if (await isInstalled(name, { parleyHome: home })) return "installed";
  const report = await showAgent(name, agentOptions(context));
  throw new ParleyError({
    code: "agent_not_found",
    message: whyNot(name, report?.status.state === "ready" ? report.status.path : undefined, report !== undefined),
    remedy: { label: "List the agents of this machine", command: "parley agents list" },
  });
}

export async function removeProgram(context: CommandContext, name: string): Promise<RemovedProgram> {
  const { home, log } = context;
  const isCustom = (await findRemovable(context, name)) === "custom";
  if (!isCustom) return removeAgent(name, { host: { parleyHome: home }, log });
  await removeCustomAgent(home, name);
  return { kept: [] };
}

export async function installProgram(
  context: CommandContext,
  name: string,
  choice: InstallChoice,
  work: InstallWork,
): Promise<InstallResult> {
  checkRegistryName(name);
  const copy = await refresh(context, work.signal);
  return installAgent(findIn(copy, name), { ...toOptions(context, work), ...choice });
}

/** Without a copy of the registry it is downloaded. */
export async function updateProgram(
  context: CommandContext,
  name: string,
  work: InstallWork,
  known?: RegistryCopy,
): Promise<InstalledProgram> {
  checkRegistryName(name);
  const copy = known ?? (await refresh(context, work.signal));
  const result = await updateAgent(findIn(copy, name), toOptions(context, work));
  const { version, path } = result.agent;
  if (!result.isChanged) return { version, path, isChanged: false, notes: [] };
  return { version, path, isChanged: true, previousVersion: result.previousVersion, notes: result.notes };
}

export function refresh({ settings, home, log }: CommandContext, signal?: AbortSignal): Promise<RegistryCopy> {
  return createRegistry({ source: settings.registry, host: { parleyHome: home }, log }).refresh(signal);
}

function findIn(copy: RegistryCopy, name: string): RegistryAgent {
  const agent = findRegistryAgent(copy, name);
  if (agent !== undefined) return agent;
  const message = `Agent ${JSON.stringify(name)} not found in the registry`;
  const remedy = { label: "List known agents", command: "parley agents list --all" };
  throw new ParleyError({ code: "agent_not_found", message, remedy });
}

function toOptions({ home, log }: CommandContext, { signal, report }: InstallWork) {
  return { host: { parleyHome: home }, log, signal, onProgress: report };
}

type FoundRegistry = Pick<ListedAgents, "copy" | "problem">;

async function readRegistry(context: CommandContext, registry: boolean): Promise<FoundRegistry> {
  const { settings, home, log } = context;
  try {
    if (registry) return { copy: await refresh(context) };
    return { copy: await createRegistry({ source: settings.registry, host: { parleyHome: home }, log }).cached() };
  } catch (error) {
    if (!(error instanceof ParleyError) || error.code !== "registry_unavailable") throw error;
    return { copy: undefined, problem: error.message };
  }
}

function newerOf(
  installed: { readonly id: string; readonly version: string } | undefined,
  copy: RegistryCopy | undefined,
): Pick<AgentJson, "latestVersion"> {
  const latest = installed && copy && findRegistryAgent(copy, installed.id)?.version;
  return installed && latest && isNewerVersion(latest, installed.version) ? { latestVersion: latest } : {};
}

/** The agents of the registry that are not in the list yet, under any name. */
function others(here: readonly AgentJson[], copy: RegistryCopy): readonly AgentJson[] {
  const known = new Set(here.flatMap(({ name }) => findRegistryAgent(copy, name)?.id ?? []));
  return copy.agents.filter(({ id }) => !known.has(id)).map(fromRegistry);
}

/** A program with the name of a built-in agent, of one of its modes or of `auto` could not be started by that name. */
async function refuseOwnName(name: string, home: string): Promise<void> {
  const title = ownLaunch(name)?.title ?? (await findServedTitle(name, home));
  if (title === undefined) return;
  const message = `${name} is the name of a built-in agent (${title}) and cannot be replaced`;
  const remedy = { label: "Choose another name", command: `parley agents add my-${name} -- COMMAND` };
  throw new ParleyError({ code: "usage", message, remedy });
}

/** Of an entry that every hub lists under this name. */
async function findServedTitle(name: string, home: string): Promise<string | undefined> {
  const [{ AUTO_ENTRY }, { loadModes }] = await Promise.all([import("@parley/hub"), import("@parley/agent/modes")]);
  if (name === AUTO_ENTRY.name) return AUTO_ENTRY.title;
  const { modes } = await loadModes({ cwd: home, parleyHome: home, isTrusted: false });
  return modes.find(({ id }) => id === name)?.name;
}

function whyNot(name: string, path: string | undefined, isKnown: boolean): string {
  if (ownLaunch(name) !== undefined) return `${name} is built in and cannot be removed`;
  if (path !== undefined) return `${name} was not installed by Parley (${path}): remove it the way it was installed`;
  return isKnown ? `${name} is not installed` : `Agent ${JSON.stringify(name)} not found`;
}
