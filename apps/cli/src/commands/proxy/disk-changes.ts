// What became of the files of a folder since a moment: what an agent does with its own hands is in no message.
import type { DiskChange } from "@parley/observe";
import { findGone, nodeOf, type FolderListing, type ListedFile } from "./folder-listing.ts";

/** Without `before`, what was deleted or got another name is not known. */
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
    // A file whose folder got another name has not changed itself, and nobody knows when it was.
    return { kind: "renamed", path, oldPath, changedAtMs: ctimeMs >= sinceMs ? ctimeMs : undefined };
  }
  const isNew = before?.isComplete === true ? old === undefined : old === undefined && birthtimeMs >= sinceMs;
  const kind = isNew ? "added" : "changed";
  if (mtimeMs >= sinceMs) return { kind, path, changedAtMs: mtimeMs };
  // It came from elsewhere, and brought its time along.
  const didCome = isNew || (old !== undefined && isOther);
  return didCome && before !== undefined && ctimeMs >= sinceMs ? { kind, path, changedAtMs: ctimeMs } : undefined;
}

/** Files that are gone from where they were, and may be somewhere else. */
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

  /** Those that nobody has taken. */
  get paths(): readonly string[] {
    return [...this.#left.keys()];
  }

  /** Where this file was, if it was one of them. */
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

/** The number of a file that was deleted is given to the next one that is made; its time of birth is not. */
function isSameFile(old: ListedFile, file: ListedFile): boolean {
  return old.birthtimeMs === file.birthtimeMs || (old.mtimeMs === file.mtimeMs && old.size === file.size);
}
