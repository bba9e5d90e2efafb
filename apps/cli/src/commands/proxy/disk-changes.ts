// Finds files that changed in a folder since a point in time, because an agent's direct file access is not in its messages.
import type { DiskChange } from "@parley/observe";
import { findGone, nodeOf, type FolderListing, type ListedFile } from "./folder-listing.ts";

/** Without `before`, deleted and renamed files cannot be detected. */
export async function findChanges(
  before: FolderListing | undefined,
  after: FolderListing,
  sinceMs: number,
): Promise<readonly DiskChange[]> {
  const gone = new GoneFiles(before, before === undefined ? [] : await findGone(before, after));
  const changes: DiskChange[] = [];
  for (const [path, file] of after.files) {
    const change = toChange(path, file, before, gone, sinceMs);
    if (change !== undefined) changes.push(change);
  }
  return [...changes, ...gone.paths.map((path): DiskChange => ({ kind: "deleted", path }))];
}

function toChange(
  path: string,
  file: ListedFile,
  before: FolderListing | undefined,
  gone: GoneFiles,
  sinceMs: number,
): DiskChange | undefined {
  const { mtimeMs, ctimeMs, birthtimeMs } = file;
  const old = before?.files.get(path);
  const isOther = old === undefined || !isSameNode(old, file);
  const oldPath = isOther ? gone.take(file) : undefined;
  if (oldPath !== undefined) {
    // Renaming a parent folder does not update the file's ctime, so the time of the change is unknown.
    return { kind: "renamed", path, oldPath, changedAtMs: ctimeMs >= sinceMs ? ctimeMs : undefined };
  }
  const isNew = before?.isComplete === true ? old === undefined : old === undefined && birthtimeMs >= sinceMs;
  const kind = isNew ? "added" : "changed";
  if (mtimeMs >= sinceMs) return { kind, path, changedAtMs: mtimeMs };
  // The file was moved here and kept its old mtime.
  const isMovedHere = isNew || (old !== undefined && isOther);
  return isMovedHere && before !== undefined && ctimeMs >= sinceMs ? { kind, path, changedAtMs: ctimeMs } : undefined;
}

/** Files that are missing from their old path, and may have been renamed. */
class GoneFiles {
  readonly #left: Map<string, ListedFile>;
  readonly #byNode = new Map<string, string>();

  constructor(before: FolderListing | undefined, paths: readonly string[]) {
    this.#left = new Map(
      paths.flatMap((path) => {
        const file = before?.files.get(path);
        return file === undefined ? [] : [[path, file] as const];
      }),
    );
    for (const [path, file] of this.#left) this.#byNode.set(nodeOf(file), path);
  }

  /** The missing files that were not matched to a rename. */
  get paths(): readonly string[] {
    return [...this.#left.keys()];
  }

  /** The old path of this file, if it is one of the missing ones. */
  take(file: ListedFile): string | undefined {
    const path = this.#byNode.get(nodeOf(file));
    const old = path === undefined ? undefined : this.#left.get(path);
    if (path === undefined || old === undefined || !isSameFile(old, file)) return undefined;
    this.#left.delete(path);
    return path;
  }
}

function isSameNode(a: ListedFile, b: ListedFile): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

/** Inode numbers of deleted files are reused, so the birth time is compared as well. */
function isSameFile(old: ListedFile, file: ListedFile): boolean {
  return old.birthtimeMs === file.birthtimeMs || (old.mtimeMs === file.mtimeMs && old.size === file.size);
}
