// Checks whether a program can be used: executable, the right one, new enough; and how it starts.
import type { Remedy } from "@parley/base";
import { dirname } from "node:path";
import type { StartArgs } from "../known/known-agent.ts";
import type { AgentStatus, Lookup } from "./lookup.ts";
import type { FoundIn, FoundProgram } from "../programs/program-search.ts";
import { withFolderInPath } from "../programs/host-environment.ts";
import { askVersion, type VersionAnswer } from "../programs/version-check.ts";
import { compareReleases, compareVersions } from "../programs/version.ts";
import { toLaunchCommand } from "../programs/windows-command.ts";

/** The requirements for a program, and how it starts. */
export interface Expectation {
  readonly name: string;
  readonly title: string;
  readonly versionArgs: readonly string[] | undefined;
  /** Whether an unknown version is worth a warning. */
  readonly versionMatters: boolean;
  readonly minimumVersion?: string | undefined;
  readonly start: readonly [StartArgs, ...StartArgs[]];
  readonly env: Readonly<Record<string, string>>;
  readonly update: Remedy;
  readonly authHint?: string | undefined;
  readonly namesake?: { readonly says: RegExp; readonly is: string } | undefined;
}

export async function checkProgram(
  found: FoundProgram,
  foundIn: FoundIn,
  expected: Expectation,
  lookup: Lookup,
): Promise<AgentStatus> {
  const { path } = found;
  if (found.kind !== "executable") return notExecutable(found);
  const { host } = lookup;
  const env = { ...withFolderInPath(host, dirname(path)), ...expected.env };
  const answer = await readVersion(path, env, expected, lookup);
  if (answer.type === "broken") {
    const { message, remedy } = answer.error;
    return { state: "broken", path, message, remedy, cause: answer.error };
  }
  const { minimumVersion: minimum, update } = expected;
  if (answer.type === "timed_out" && minimum !== undefined) return unchecked(path, minimum, answer.why, expected);
  const version = answer.type === "version" ? answer.version : undefined;
  if (answer.type === "version" && expected.namesake?.says.test(answer.output) === true) {
    const remedy = { label: `Set the path of the right program in config.json: agents.${expected.name}.command` };
    return { state: "broken", path, message: `${path} is ${expected.namesake.is}`, remedy };
  }
  if (version !== undefined && minimum !== undefined && compareReleases(version, minimum) < 0) {
    return { state: "too_old", path, version, minimum, update };
  }
  const { name, title, authHint } = expected;
  const command = toLaunchCommand(path, chooseStart(expected.start, version).args, host);
  const launch = { name, title, ...command, env, version, authHint };
  const warning = answer.type === "version" || answer === NOT_ASKED ? undefined : answer.why;
  return { state: "ready", path, foundIn, version, launch, warning };
}

const NOT_ASKED: VersionAnswer = { type: "unknown", why: "", isLasting: false };

async function readVersion(
  path: string,
  env: Readonly<Record<string, string>>,
  expected: Expectation,
  { host, versions, limits, asksAll }: Lookup,
): Promise<VersionAnswer> {
  const { versionArgs } = expected;
  if (!expected.versionMatters && versionArgs === undefined) return NOT_ASKED;
  const cached = await versions.get(path, versionArgs ?? []);
  if (cached !== undefined && isGoodEnough(cached.version, expected)) {
    const { version } = cached;
    if (version === undefined) return { type: "unknown", why: `${path} does not report its version`, isLasting: true };
    return { type: "version", version, output: version };
  }
  // A start does not wait for a version that changes nothing.
  const isDecisive = expected.minimumVersion !== undefined || expected.start.length > 1;
  if (!isDecisive && !asksAll && versionArgs !== undefined) return NOT_ASKED;
  const timeoutMs = limits.versionMs;
  const answer = await askVersion({ program: path, args: versionArgs, env, host, timeoutMs });
  if (isWorthKeeping(answer, expected)) {
    await versions.set(path, versionArgs ?? [], answer.type === "version" ? answer.version : undefined);
  }
  return answer;
}

function isWorthKeeping(answer: VersionAnswer, { namesake }: Expectation): boolean {
  if (answer.type === "version") return namesake?.says.test(answer.output) !== true;
  return answer.type === "unknown" && answer.isLasting;
}

/** A version that is too old is never taken from the cache: the user may just have updated. */
function isGoodEnough(version: string | undefined, { minimumVersion, start }: Expectation): boolean {
  if (version === undefined) return true;
  if (minimumVersion !== undefined && compareReleases(version, minimumVersion) < 0) return false;
  return chooseStart(start, version) === start[0];
}

function chooseStart(start: Expectation["start"], version: string | undefined): StartArgs {
  if (version === undefined) return start[0];
  const fits = ({ since }: StartArgs): boolean => since === undefined || compareVersions(version, since) >= 0;
  return start.find(fits) ?? start[0];
}

/** It may be too old, and starting an old version fails with obscure errors. */
function unchecked(path: string, minimum: string, why: string, { versionArgs = [] }: Expectation): AgentStatus {
  const message = `${why}, so its version could not be checked; ${minimum} or newer is required`;
  const command = [JSON.stringify(path), ...versionArgs].join(" ");
  return { state: "broken", path, message, remedy: { label: "Run it to see why it does not exit", command } };
}

function notExecutable({ path, kind }: FoundProgram): AgentStatus {
  if (kind === "folder") return { state: "broken", path, message: `${path} is a folder, not a program` };
  const remedy = { label: "Make it executable", command: `chmod +x ${JSON.stringify(path)}` };
  return { state: "broken", path, message: `${path} is not executable`, remedy };
}
