// What other sessions did in the same folder at the same time. This session must not undo a change that may be theirs.
import { hasErrno, inParallel } from "@parley/base";
import { isAlive, namesIn, readTextWithin } from "@parley/home";
import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isBelow } from "../paths/below.ts";
import {
  FILE_TIME_TICK_MS,
  FILES_AT_ONCE,
  OTHER_SESSIONS_MAX,
  RUNNING_AGE_MS_MAX,
  SESSION_FILES_MAX,
  STEPS_FILE_BYTES_MAX,
} from "../limits.ts";
import { parseSteps } from "./parse-steps.ts";
import { NO_PROCESS, type Activity, type Step, type Steps } from "./steps.ts";

export interface OtherChange {
  readonly why: string;
  /** May be resolved later. */
  readonly mayPass: boolean;
}

/** Whether another session may have changed an absolute path. */
export type OtherChangeCheck = (path: string) => OtherChange | undefined;

const THEN: OtherChange = { why: "another session changed it at the same time", mayPass: false };
const NOW: OtherChange = { why: "another session is working in this folder", mayPass: true };

/** `ownPath`: the steps file of this session; those of other sessions are in the same folder. */
export async function findRivals(ownPath: string, step: Step, now: number): Promise<OtherChangeCheck> {
  const others = await readOthers(ownPath, step.startedAt);
  const overlaps = ({ startedAt, endedAt }: Pick<Step, "startedAt" | "endedAt">): boolean =>
    startedAt <= step.endedAt && endedAt >= step.startedAt;
  const done = others.flatMap(({ activities }) => activities.filter(overlaps)).map(toCheck);
  const running = others.flatMap((steps) => runningFolders(steps, step, now));
  return (path) => {
    if (running.some((folder) => isBelow(folder, path))) return NOW;
    return done.some((covers) => covers(path)) ? THEN : undefined;
  };
}

function toCheck({ folder, paths }: Activity): (path: string) => boolean {
  if (paths === undefined) return (path) => isBelow(folder, path);
  const touched = new Set(paths.map((path) => join(folder, path)));
  return (path) => touched.has(path);
}

/** Folders that a turn which is still running may have changed. */
function runningFolders({ running }: Steps, step: Step, now: number): readonly string[] {
  if (running === undefined || running.startedAt > step.endedAt) return [];
  const isRecent = now - running.startedAt < RUNNING_AGE_MS_MAX;
  const isRun = isRecent && running.pid !== NO_PROCESS && isAlive(running.pid);
  return isRun ? running.parts.map(({ folder }) => folder) : [];
}

/** Sessions whose file was written since then: steps are recorded after they are done. */
async function readOthers(ownPath: string, since: number): Promise<readonly Steps[]> {
  const folder = dirname(ownPath);
  const names = (await namesIn(folder)).filter((name) => name.endsWith(".json") && name !== basename(ownPath));
  const stamped = await inParallel(names.slice(0, SESSION_FILES_MAX), FILES_AT_ONCE, async (name) => {
    const path = join(folder, name);
    return { path, mtimeMs: await writtenAt(path) };
  });
  const recent = stamped
    .filter(({ mtimeMs }) => mtimeMs + FILE_TIME_TICK_MS >= since)
    .toSorted((one, other) => other.mtimeMs - one.mtimeMs)
    .slice(0, OTHER_SESSIONS_MAX);
  const read = await inParallel(recent, FILES_AT_ONCE, ({ path }) => readTextWithin(path, STEPS_FILE_BYTES_MAX));
  return read.flatMap((text) => {
    const steps = text === undefined ? undefined : parseSteps(text);
    // A damaged file is reported by its own session.
    return steps === undefined || "wrong" in steps ? [] : steps;
  });
}

async function writtenAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return Number.NEGATIVE_INFINITY;
    throw error;
  }
}
