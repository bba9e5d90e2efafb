// Which files of a folder were written since a moment: what an agent does with its own hands is in no message.
import { inParallel } from "@parley/home";
import { listWorkspaceFiles } from "@parley/machine";
import type { DiskChange } from "@parley/observe";
import { lstat } from "node:fs/promises";
import { join } from "node:path";

/** In a larger folder the rest is not looked at. */
const FILES_MAX = 20_000;
const LOOKS_AT_ONCE = 8;

/** Files that were deleted are not among them, nor is what the workspace ignores. */
export async function findWritten(folder: string, sinceMs: number): Promise<readonly DiskChange[]> {
  const { files } = await listWorkspaceFiles({ folder, limit: FILES_MAX });
  const changes: DiskChange[] = [];
  await inParallel(files, LOOKS_AT_ONCE, async (file) => {
    const path = join(folder, file);
    // Gone since it was listed.
    const stats = await lstat(path).catch(() => undefined);
    if (stats === undefined || stats.mtimeMs < sinceMs) return;
    const kind = stats.birthtimeMs >= sinceMs ? "added" : "changed";
    changes.push({ kind, path, changedAtMs: stats.mtimeMs });
  });
  return changes;
}
