// What other sessions did in the same folder at the same time. A change that may be theirs is not this session's to take back.
import { hasErrno, inParallel } from "@parley/base";
import { isAlive, namesIn, readTextWithin } from "@parley/home";
import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isBelow } from "../paths/below.ts";
import {
  INDEX_BYTES_MAX,
  LOOKUPS_AT_ONCE,
  OTHER_SESSIONS_MAX,
  RUNNING_AGE_MS_MAX,
  SESSION_FILES_MAX,
  STAMP_TICK_MS,
} from "./limits.ts";
import { parseSteps } from "./parse-steps.ts";
import { NOBODY, type Activity, type Step, type Steps } from "./steps.ts";

export interface Rival {
  readonly why: string;
  /** Later it may be known that it is nobody else's. */
  readonly mayPass: boolean;
}

/** Says of an absolute path whether it may be somebody else's. */
export type RivalCheck = (path: string) => Rival | undefined;

const THEN: Rival = { why: "another session changed it at the same time", mayPass: false };
const NOW: Rival = { why: "another session is at work in this folder", mayPass: true };

/** `ownPath`: the file of this session's steps; those of the others are beside it. */
export async function findRivals(ownPath: string, step: Step, now: number): Promise<RivalCheck> {
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

/** Folders in which something may have been changed by a turn that still runs. */
function runningFolders({ running }: Steps, step: Step, now: number): readonly string[] {
  if (running === undefined || running.startedAt > step.endedAt) return [];
  const isRecent = now - running.startedAt < RUNNING_AGE_MS_MAX;
  const isRun = isRecent && running.pid !== NOBODY && isAlive(running.pid);
  return isRun ? running.parts.map(({ folder }) => folder) : [];
}

/** Those that wrote something since then: what was done was written after it was done. */
async function readOthers(ownPath: string, since: number): Promise<readonly Steps[]> {
  const folder = dirname(ownPath);
  const names = (await namesIn(folder)).filter((name) => name.endsWith(".json") && name !== basename(ownPath));
  const stamped = await inParallel(names.slice(0, SESSION_FILES_MAX), LOOKUPS_AT_ONCE, async (name) => {
    const path = join(folder, name);
    return { path, mtimeMs: await writtenAt(path) };
  });
  const recent = stamped
    .filter(({ mtimeMs }) => mtimeMs + STAMP_TICK_MS >= since)
    .toSorted((one, other) => other.mtimeMs - one.mtimeMs)
    .slice(0, OTHER_SESSIONS_MAX);
  const read = await inParallel(recent, LOOKUPS_AT_ONCE, ({ path }) => readTextWithin(path, INDEX_BYTES_MAX));
  return read.flatMap((text) => {
    const steps = text === undefined ? undefined : parseSteps(text);
    // A damaged one is its own session's to tell of.
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
