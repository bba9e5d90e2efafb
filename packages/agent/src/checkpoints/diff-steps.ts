// The combined changes of several steps: each file once, from before the first to after the last.
import { ParleyError } from "@parley/base";
import type { FileChange, SnapshotDiff, Snapshots } from "@parley/machine";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { isBelow, shownPath } from "../paths/below.ts";
import type { ShownChange } from "./diff-markdown.ts";
import type { Step, StepPart } from "./steps.ts";

export interface DiffSource {
  readonly cwd: string;
  readonly parleyHome: string;
  readonly snapshotsOf: (folder: string) => Promise<Snapshots>;
}

export interface StepsDiff {
  readonly changes: readonly ShownChange[];
  /** The oldest steps are missing because their snapshots have expired. */
  readonly isCut: boolean;
}

export async function diffSteps(steps: readonly Step[], source: DiffSource): Promise<StepsDiff> {
  const home = await realpath(source.parleyHome).catch(() => source.parleyHome);
  const byFolder = groupParts(steps);
  const changes: ShownChange[] = [];
  let isCut = false;
  for (const [folder, parts] of byFolder) {
    const found = await diffParts(await source.snapshotsOf(folder), parts);
    isCut ||= found.isCut;
    for (const file of found.files) {
      if (isBelow(home, join(folder, file.path))) continue;
      const oldPath = file.oldPath === undefined ? undefined : shownPath(source.cwd, join(folder, file.oldPath));
      changes.push({ path: shownPath(source.cwd, join(folder, file.path)), oldPath, file });
    }
  }
  return { changes, isCut };
}

function groupParts(steps: readonly Step[]): ReadonlyMap<string, readonly StepPart[]> {
  const byFolder = new Map<string, StepPart[]>();
  for (const part of steps.flatMap(({ parts }) => parts)) {
    byFolder.set(part.folder, [...(byFolder.get(part.folder) ?? []), part]);
  }
  return byFolder;
}

interface PartsDiff {
  readonly files: readonly FileChange[];
  readonly isCut: boolean;
}

async function diffParts(snapshots: Snapshots, parts: readonly StepPart[]): Promise<PartsDiff> {
  const last = parts.at(-1);
  for (const [index, part] of parts.entries()) {
    const rest = parts.slice(index);
    const paths = unionOf(rest);
    const whole = await diffIfKept(snapshots, part.before, last?.after ?? part.after, paths);
    if (whole === undefined) continue;
    return { files: [...whole.files, ...(await diffUnknown(snapshots, rest, whole, paths))], isCut: index > 0 };
  }
  return { files: [], isCut: parts.length > 0 };
}

/** Ignored files are included from the first step that changed them, so they come from those steps. */
async function diffUnknown(
  snapshots: Snapshots,
  parts: readonly StepPart[],
  { skipped }: SnapshotDiff,
  wanted: readonly string[] | undefined,
): Promise<readonly FileChange[]> {
  const ignored = new Set(skipped.flatMap(({ path, reason }) => (reason === "ignored" ? path : [])));
  const missing = wanted?.filter((path) => ignored.has(path)) ?? [];
  const files = new Map<string, FileChange>();
  if (missing.length === 0) return [];
  for (const part of parts.slice(1)) {
    const found = await diffIfKept(snapshots, part.before, parts.at(-1)?.after ?? part.after, missing);
    for (const file of found?.files ?? []) if (!files.has(file.path)) files.set(file.path, file);
  }
  return [...files.values()];
}

function unionOf(parts: readonly StepPart[]): readonly string[] | undefined {
  if (parts.some(({ paths }) => paths === undefined)) return undefined;
  return [...new Set(parts.flatMap(({ paths }) => paths ?? []))];
}

async function diffIfKept(
  snapshots: Snapshots,
  before: string,
  after: string,
  paths: readonly string[] | undefined,
): Promise<SnapshotDiff | undefined> {
  try {
    return await snapshots.diff(before, after, { paths });
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** A snapshot has expired or is damaged. */
export function isGone(error: unknown): error is ParleyError {
  return error instanceof ParleyError && (error.code === "snapshot_not_found" || error.code === "snapshot_damaged");
}
