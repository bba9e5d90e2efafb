// Looks an agent up, in this order: the configuration, agents that Parley installed, PATH, known folders.
import { isShellLine } from "@parley/machine/processes";
import { basename, join, resolve } from "node:path";
import { checkInstalled } from "./check-installed.ts";
import { checkProgram, type Expectation } from "./check-program.ts";
import type { CustomAgent } from "../custom/custom-agent.ts";
import { readInstalled, type InstalledAgent, type InstalledEntry } from "../install/installed-agent.ts";
import { completeLaunch } from "../known/complete-launch.ts";
import type { KnownAgent, KnownProgram } from "../known/known-agent.ts";
import { findKnownAgent } from "../known/known-agents.ts";
import { commonFolders, expandPlace, expandPlaces } from "../programs/program-folders.ts";
import type { AgentStatus, Lookup } from "./lookup.ts";
import { firstProgram, searchPath, type FoundIn, type FoundProgram } from "../programs/program-search.ts";

export type AgentOrigin = "known" | "custom" | "installed" | "own" | "command";

/** An agent and its state. */
export interface AgentReport {
  readonly name: string;
  readonly title: string;
  readonly origin: AgentOrigin;
  readonly status: AgentStatus;
  /** Set if Parley installed it, even if another installation is used. */
  readonly installed?: InstalledAgent | undefined;
}

/** A full command line. */
export interface AgentCommand {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly title?: string | undefined;
  /** The base of a relative path (default: the working folder). */
  readonly cwd?: string | undefined;
}

/** Undefined if the name is unknown. */
export async function lookUpAgent(name: string, lookup: Lookup): Promise<AgentReport | undefined> {
  const report = await reportNamed(name, lookup);
  return report && complete(report);
}

/** However an agent was found, its quirks and its sandbox needs are the same. */
function complete(report: AgentReport): AgentReport {
  const { status } = report;
  if (status.state !== "ready") return report;
  return { ...report, status: { ...status, launch: completeLaunch(status.launch) } };
}

async function reportNamed(name: string, lookup: Lookup): Promise<AgentReport | undefined> {
  const known = findKnownAgent(name);
  const installed = await findInstalled(known?.registryIds ?? [name], lookup);
  const custom = lookup.custom.get(name);
  if (custom !== undefined) return reportCustom(name, custom, known, installed?.agent, lookup);
  if (known !== undefined) return reportKnown(known, installed, lookup);
  if (installed === undefined) return undefined;
  const title = installed.agent?.title ?? name;
  const status = await checkInstalled(installed, { name, title }, lookup);
  return { name, title, origin: "installed", status, installed: installed.agent };
}

async function findInstalled(ids: readonly string[], { host }: Lookup): Promise<InstalledEntry | undefined> {
  let broken: InstalledEntry | undefined;
  for (const id of ids) {
    const entry = await readInstalled(id, host);
    if (entry?.agent !== undefined) return entry;
    broken ??= entry;
  }
  return broken;
}

async function reportCustom(
  name: string,
  custom: CustomAgent,
  known: KnownAgent | undefined,
  installed: InstalledAgent | undefined,
  lookup: Lookup,
): Promise<AgentReport> {
  const title = custom.title ?? known?.title ?? name;
  const minimumVersion = custom.minimumVersion ?? known?.minimumVersion;
  const hasStarts = custom.args === undefined && (known?.start.length ?? 0) > 1;
  const versionArgs = custom.versionArgs ?? (minimumVersion === undefined && !hasStarts ? undefined : ["--version"]);
  const expected: Expectation = {
    name,
    title,
    versionArgs,
    versionMatters: versionArgs !== undefined,
    minimumVersion,
    start: custom.args === undefined && known !== undefined ? known.start : [{ args: custom.args ?? [] }],
    env: custom.env ?? {},
    update: known?.update ?? { label: `Update ${title}` },
    authHint: known?.authHint,
    namesake: known?.namesake,
  };
  const status = await checkCommand(custom.command, expected, "/", lookup);
  return { name, title, origin: "custom", status, installed };
}

export async function reportCommand(given: AgentCommand, lookup: Lookup): Promise<AgentReport> {
  const { command, args = [], cwd = process.cwd() } = given;
  const program = isShellLine({ command, args, cwd }) ? (command.trim().split(/\s/, 1)[0] ?? command) : command;
  const name = basename(program).replace(/\.(exe|com|cmd|bat|[cm]?[jt]s)$/i, "") || program;
  const title = given.title ?? name;
  const expected: Expectation = {
    name,
    title,
    versionArgs: undefined,
    versionMatters: false,
    start: [{ args }],
    env: given.env ?? {},
    update: { label: `Update ${title}` },
  };
  const status = await checkCommand(command, expected, cwd, lookup);
  return complete({ name, title, origin: "command", status });
}

/** If the configured program is missing, no other one is used instead. */
async function checkCommand(command: string, expected: Expectation, cwd: string, lookup: Lookup): Promise<AgentStatus> {
  const { host } = lookup;
  const { name, title, env, authHint } = expected;
  if (isShellLine({ command, args: expected.start[0].args, cwd }) && !/^[~$%]\S*$/.test(command)) {
    const launch = { name, title, command, args: [], env, authHint };
    return { state: "ready", path: command, foundIn: "setting", launch };
  }
  const expanded = expandPlace(command, host) ?? command;
  const isPath = /[/\\]/.test(command);
  const found = isPath ? await firstProgram([resolve(cwd, expanded)], host) : await searchPath(expanded, host);
  if (found !== undefined) return checkProgram(found, "setting", expected, lookup);
  const where = isPath ? "" : " in PATH";
  const install = { label: "Install it or correct its command" };
  return { state: "missing", message: `Program ${JSON.stringify(command)} not found${where}`, install };
}

async function reportKnown(
  known: KnownAgent,
  installed: InstalledEntry | undefined,
  lookup: Lookup,
): Promise<AgentReport> {
  const { name, title } = known;
  const report = { name, title, installed: installed?.agent };
  if (known.programs.length === 0) return { ...report, origin: "own", status: checkOwn(known, lookup) };
  if (installed !== undefined) {
    return { ...report, origin: "known", status: await checkInstalled(installed, known, lookup) };
  }
  const found = await findKnownProgram(known, lookup);
  if (found === undefined) {
    const message = `${title} not found: no ${known.programs.map(({ file }) => file).join(" or ")} in PATH or the usual folders`;
    return { ...report, origin: "known", status: { state: "missing", message, install: known.install } };
  }
  const { minimumVersion, start, update, authHint, namesake } = known;
  const { versionArgs } = found.program;
  const expected = { name, title, versionArgs, versionMatters: true, env: {} };
  const more = { minimumVersion, start, update, authHint, namesake };
  const status = await checkProgram(found.file, found.foundIn, { ...expected, ...more }, lookup);
  return { ...report, origin: "known", status };
}

function checkOwn({ name, title, install }: KnownAgent, { own }: Lookup): AgentStatus {
  const message = `This program does not include ${title}'s agent`;
  if (own === undefined) return { state: "missing", message, install };
  const { command, args, env = {}, version } = own;
  const launch = { name, title, command, args, env, version, sandboxesItself: true };
  return { state: "ready", path: command, foundIn: "setting", version, launch };
}

interface FoundKnown {
  readonly program: KnownProgram;
  readonly file: FoundProgram;
  readonly foundIn: FoundIn;
}

/** Preferred programs first, wherever they are; executable files before others. */
async function findKnownProgram(known: KnownAgent, { host }: Lookup): Promise<FoundKnown | undefined> {
  let other: FoundKnown | undefined;
  const ownPlaces = expandPlaces(known.places ?? {}, host);
  for (const program of known.programs) {
    const folders = commonFolders(host);
    const places = [...folders.map((folder) => join(folder, program.file)), ...ownPlaces];
    const finds: readonly (readonly [FoundIn, FoundProgram | undefined])[] = [
      ["path", await searchPath(program.file, host)],
      ["known_place", await firstProgram(places, host)],
    ];
    for (const [foundIn, file] of finds) {
      if (file === undefined || file.kind === "folder") continue;
      if (file.kind === "executable") return { program, file, foundIn };
      other ??= { program, file, foundIn };
    }
  }
  return other;
}
