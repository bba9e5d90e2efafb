// Lists the files of a folder at one moment, with enough data to detect later changes and renames.
import { inParallel, hasErrno } from "@parley/base";
import { listWorkspaceFiles } from "@parley/machine";
import { lstat, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LISTED_FILES_MAX } from "../../limits.ts";

export interface ListedFile {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly birthtimeMs: number;
  readonly mtimeMs: number;
  /** The time of the last change of any kind, including a rename. */
  readonly ctimeMs: number;
}

export interface FolderListing {
  /** Files by absolute path, without those that the workspace ignores. */
  readonly files: ReadonlyMap<string, ListedFile>;
  /** Whether the listing contains every file of the folder. */
  readonly isComplete: boolean;
}

const LOOKS_AT_ONCE = 8;

export async function listFolder(folder: string): Promise<FolderListing> {
  const { files: names, isComplete } = await listWorkspaceFiles({ folder, limit: LISTED_FILES_MAX });
  const files = new Map<string, ListedFile>();
  await inParallel(names, LOOKS_AT_ONCE, async (name) => {
    const path = join(folder, name);
    // The file may have been deleted since it was listed.
    const stats = await lstat(path).catch(() => undefined);
    if (stats === undefined) return;
    const { dev, ino, size, birthtimeMs, mtimeMs, ctimeMs } = stats;
    files.set(path, { dev, ino, size, birthtimeMs, mtimeMs, ctimeMs });
  });
  return { files, isComplete };
}

/**
 * Reconstructs the folder as it was a moment ago from an earlier listing and the current one, because an agent does
 * not wait for the listing.
 */
export async function rewindListing(
  earlier: FolderListing,
  now: FolderListing,
  momentMs: number,
): Promise<FolderListing> {
  const files = new Map<string, ListedFile>();
  const nodes = new Set<string>();
  for (const path of await findGone(earlier, now)) {
    const file = earlier.files.get(path);
    // If the folder has not changed since that moment, the file was already deleted before it.
    if (file === undefined || (await folderChangedMs(path)) < momentMs) continue;
    files.set(path, file);
    nodes.add(nodeOf(file));
  }
  for (const [path, file] of now.files) {
    const old = earlier.files.get(path);
    const isOld = file.ctimeMs < momentMs && (old !== undefined || !nodes.has(nodeOf(file)));
    const before = isOld ? file : old;
    // The earlier listing may have been made slightly after that moment.
    const wasThere = before !== undefined && Math.min(before.ctimeMs, before.birthtimeMs) < momentMs;
    if (wasThere) files.set(path, before);
  }
  return { files, isComplete: earlier.isComplete && now.isComplete };
}

/** The files of `before` that no longer exist. A file that is now ignored or did not fit into the list still exists. */
export async function findGone(before: FolderListing, after: FolderListing): Promise<readonly string[]> {
  const missing = [...before.files.keys()].filter((path) => !after.files.has(path));
  const gone: string[] = [];
  await inParallel(missing, LOOKS_AT_ONCE, async (path) => {
    if (await isGone(path)) gone.push(path);
  });
  return gone.toSorted();
}

/** Identifies a file by device and inode, independent of its path. */
export function nodeOf({ dev, ino }: ListedFile): string {
  return `${dev}:${ino}`;
}

async function isGone(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return false;
  } catch (error) {
    return hasErrno(error, "ENOENT", "ENOTDIR");
  }
}

/** When an entry was last added to or removed from the file's folder, or from the nearest parent that still exists. */
async function folderChangedMs(path: string): Promise<number> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const stats = await stat(folder).catch(() => undefined);
    if (stats !== undefined) return stats.mtimeMs;
    if (folder === dirname(folder)) return Number.NEGATIVE_INFINITY;
  }
}
