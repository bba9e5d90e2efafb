// The order in which an agent is looked for: what the configuration says, what we installed, PATH, known places.
import { isShellLine } from "@parley/machine/processes";
import { basename, join, resolve } from "node:path";
import { checkInstalled } from "./check-installed.ts";
import { checkProgram, type Expectation } from "./check-program.ts";
import type { CustomAgent } from "../custom/custom-agent.ts";
import { readInstalled, type InstalledAgent, type InstalledEntry } from "../install/installed-agent.ts";
import { completeLaunch } from "../known/complete-launch.ts";
import type { KnownAgent, KnownProgram } from "../known/known-agent.ts";
import { findKnownAgent } from "../known/known-agents.ts";
import { commonFolders, expandPlace, expandPlaces } from "../programs/known-places.ts";
import type { AgentStatus, Lookup } from "./lookup.ts";
import { firstProgram, searchPath, type FoundIn, type FoundProgram } from "../programs/program-search.ts";

export type AgentOrigin = "known" | "custom" | "installed" | "own" | "command";

/** An agent and the state that it is in. */
export interface AgentReport {
  readonly name: string;
  readonly title: string;
  readonly origin: AgentOrigin;
  readonly status: AgentStatus;
  /** Set if it was installed by us, whether or not that is the one in use. */
  readonly installed?: InstalledAgent | undefined;
}

/** A command given whole. */
export interface AgentCommand {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly title?: string | undefined;
  /** What a relative path is relative to; the working folder unless given. */
  readonly cwd?: string | undefined;
}

/** Undefined if there is no agent of that name. */
export async function lookUpAgent(name: string, lookup: Lookup): Promise<AgentReport | undefined> {
  const report = await reportNamed(name, lookup);
  return report && complete(report);
}

/** Whatever way an agent was found, its quirks and what it needs in a sandbox are the same. */
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

async function findInstalled(ids: readonly string[], { surroundings }: Lookup): Promise<InstalledEntry | undefined> {
  let broken: InstalledEntry | undefined;
  for (const id of ids) {
    const entry = await readInstalled(id, surroundings);
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

/** A setting is a setting: if it leads nowhere, nothing else is taken in its place. */
async function checkCommand(command: string, expected: Expectation, cwd: string, lookup: Lookup): Promise<AgentStatus> {
  const { surroundings } = lookup;
  const { name, title, env, authHint } = expected;
  if (isShellLine({ command, args: expected.start[0].args, cwd }) && !/^[~$%]\S*$/.test(command)) {
    const launch = { name, title, command, args: [], env, authHint };
    return { state: "ready", path: command, foundIn: "setting", launch };
  }
  const expanded = expandPlace(command, surroundings) ?? command;
  const isPath = /[/\\]/.test(command);
  const found = isPath
    ? await firstProgram([resolve(cwd, expanded)], surroundings)
    : await searchPath(expanded, surroundings);
  if (found !== undefined) return checkProgram(found, "setting", expected, lookup);
  const where = isPath ? "" : " in PATH";
  const install = { label: "Install it, or correct its command" };
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
    const message = `${title} was not found: no ${known.programs.map(({ file }) => file).join(" or ")} in PATH or in a known place`;
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
  const message = `${title}'s own agent is not part of this program`;
  if (own === undefined) return { state: "missing", message, install };
  const { command, args, version } = own;
  const launch = { name, title, command, args, env: {}, version, sandboxesItself: true };
  return { state: "ready", path: command, foundIn: "setting", version, launch };
}

interface FoundKnown {
  readonly program: KnownProgram;
  readonly file: FoundProgram;
  readonly foundIn: FoundIn;
}

/** The better program wherever it is, before the other; what can be executed, before what cannot. */
async function findKnownProgram(known: KnownAgent, { surroundings }: Lookup): Promise<FoundKnown | undefined> {
  let other: FoundKnown | undefined;
  const ownPlaces = expandPlaces(known.places ?? {}, surroundings);
  for (const program of known.programs) {
    const folders = commonFolders(surroundings);
    const places = [...folders.map((folder) => join(folder, program.file)), ...ownPlaces];
    const finds: readonly (readonly [FoundIn, FoundProgram | undefined])[] = [
      ["path", await searchPath(program.file, surroundings)],
      ["known_place", await firstProgram(places, surroundings)],
    ];
    for (const [foundIn, file] of finds) {
      if (file === undefined || file.kind === "folder") continue;
      if (file.kind === "executable") return { program, file, foundIn };
      other ??= { program, file, foundIn };
    }
  }
  return other;
}
