// Which changed files something covers that was allowed in the turn.
import { inParallel } from "@parley/base";
import type { FileChange } from "@parley/machine";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { Coverage } from "../gate/coverage.ts";
import { LOOKUPS_AT_ONCE } from "../limits.ts";

/** In the order of the files. `folder` without links. */
export function isCovered(
  coverage: Coverage,
  folder: string,
  files: readonly FileChange[],
): Promise<readonly boolean[]> {
  return inParallel(files, LOOKUPS_AT_ONCE, (file) => isFileCovered(coverage, folder, file));
}

/** A renamed file is gone from one place and new in another. */
async function isFileCovered(coverage: Coverage, folder: string, { path, oldPath }: FileChange): Promise<boolean> {
  const real = join(folder, path);
  if (!coverage.covers({ real, changedAtMs: await lastChange(real) })) return false;
  return oldPath === undefined || coverage.covers({ real: join(folder, oldPath), changedAtMs: undefined });
}

/** Not the time of its content, which anybody can set; undefined if it is gone. */
async function lastChange(path: string): Promise<number | undefined> {
  try {
    return (await lstat(path)).ctimeMs;
  } catch {
    return undefined; // Gone, or not ours to look at: nobody knows when it was changed.
  }
}
