// Undoes or redoes the steps of a turn. Files that something else has changed since are left unchanged and reported.
import type { LeftAlone, Snapshots } from "@parley/machine";
import { join } from "node:path";
import { shownPath } from "../paths/below.ts";
import { changedFiles } from "./changed-files.ts";
import type { CheckpointReport } from "./checkpoints.ts";
import { ACTIVITIES_MAX, STEP_PATHS_CHARS_MAX } from "../limits.ts";
import type { OtherChange, OtherChangeCheck } from "./other-sessions.ts";
import { boundPaths, type Activity, type Step, type StepPart } from "./steps.ts";

export interface RestoreTurn {
  readonly direction: "undo" | "redo";
  /** In their original order. */
  readonly steps: readonly Step[];
  /** Without links. Paths are shown relative to it. */
  readonly cwd: string;
  /** Parley's own files, if they are in the folder. */
  readonly parleyHome: string;
  readonly snapshotsOf: (folder: string) => Promise<Snapshots>;
  readonly rivalsOf: (step: Step) => Promise<OtherChangeCheck>;
  readonly now: () => number;
}

export interface RestoredTurn {
  readonly report: CheckpointReport;
  /** Some files were left unchanged but may work later; another attempt continues from there. */
  readonly isUnfinished: boolean;
  readonly activities: readonly Activity[];
}

export async function restoreTurn(turn: RestoreTurn): Promise<RestoredTurn> {
  const changed = new Set<string>();
  const leftAlone = new Map<string, string>();
  const activities: Activity[] = [];
  let isUnfinished = false;
  for (const step of turn.direction === "undo" ? turn.steps.toReversed() : turn.steps) {
    const rivals = await turn.rivalsOf(step);
    for (const part of step.parts) {
      const startedAt = turn.now();
      const { folder } = part;
      const { restored, left } = await restorePart(turn, part, rivals);
      for (const path of restored) changed.add(shownPath(turn.cwd, join(folder, path)));
      for (const one of left) leftAlone.set(shownPath(turn.cwd, join(folder, one.path)), one.why);
      isUnfinished ||= left.some(({ mayPass }) => mayPass);
      if (restored.length === 0) continue;
      const paths = boundPaths(restored, STEP_PATHS_CHARS_MAX);
      activities.push({ startedAt, endedAt: turn.now(), folder, paths });
    }
  }
  const report = {
    changed: [...changed].filter((path) => !leftAlone.has(path)).toSorted(),
    leftAlone: Array.from(leftAlone, ([path, why]) => ({ path, why })),
  };
  return { report, isUnfinished, activities: activities.slice(-ACTIVITIES_MAX) };
}

interface Left {
  readonly path: string;
  readonly why: string;
  readonly mayPass: boolean;
}

interface RestoredPart {
  readonly restored: readonly string[];
  readonly left: readonly Left[];
}

async function restorePart(turn: RestoreTurn, part: StepPart, rivals: OtherChangeCheck): Promise<RestoredPart> {
  const snapshots = await turn.snapshotsOf(part.folder);
  const [to, from] = turn.direction === "undo" ? [part.before, part.after] : [part.after, part.before];
  const { free, left } = await sortPaths(turn, part, rivals);
  if (free.length === 0) return { restored: [], left };
  const { restored, left: refused } = await snapshots.restore(to, { from, paths: free });
  return { restored, left: [...left, ...refused.map(toLeft)] };
}

interface SortedPaths {
  /** Not changed by another session. */
  readonly free: readonly string[];
  readonly left: readonly Left[];
}

async function sortPaths(turn: RestoreTurn, part: StepPart, rivals: OtherChangeCheck): Promise<SortedPaths> {
  const check = (path: string): OtherChange | undefined => rivals(join(part.folder, path));
  if (part.paths?.every((path) => check(path) === undefined)) return { free: part.paths, left: [] };
  // A renamed file has two paths, which only the diff knows.
  const free: string[] = [];
  const left: Left[] = [];
  for (const { path, oldPath } of await changedFiles(await turn.snapshotsOf(part.folder), part, turn.parleyHome)) {
    const rival = check(path) ?? check(oldPath ?? path);
    if (rival === undefined) free.push(path);
    else left.push({ path, ...rival });
  }
  return { free, left };
}

function toLeft({ path, reason, error }: LeftAlone): Left {
  switch (reason) {
    case "changed_since":
      return { path, why: "it has been changed since", mayPass: false };
    case "failed":
      // A damaged snapshot cannot be repaired.
      return { path, why: error?.message ?? "it could not be written", mayPass: error?.code !== "snapshot_damaged" };
    case "not_in_diff":
      return { path, why: "it is in no snapshot", mayPass: false };
    default:
      return reason satisfies never;
  }
}
