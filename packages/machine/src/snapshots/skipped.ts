// What a snapshot does not have although the folder does, and why: such a path is unknown, which is not the same as gone.

export type SkipReason =
  /** Over the limit for one file. */
  | "too_large"
  /** The files before it took all the room that a snapshot has. */
  | "snapshot_full"
  /** The entries before it, or in it, were as many as a snapshot looks at. */
  | "too_many_entries"
  | "too_deep"
  | "unreadable"
  /** A device, a pipe or a socket. */
  | "special"
  /** A name that is no valid Unicode. */
  | "invalid_name"
  /** It never stood still while it was read. */
  | "changing"
  /** Ignored in one of two snapshots, so that nothing can be said about a change. */
  | "ignored";

export interface Skipped {
  /** A file, or a folder with everything in it; "" is the whole folder. */
  readonly path: string;
  readonly reason: SkipReason;
}

/** Whether a path is in a set of paths, itself or by a folder above it. */
export function isCovered(path: string, paths: { has(path: string): boolean }): boolean {
  return findCover(path, paths) !== undefined;
}

export function findCover(path: string, paths: { has(path: string): boolean }): string | undefined {
  for (let current = path; ; current = current.slice(0, Math.max(0, current.lastIndexOf("/")))) {
    if (paths.has(current)) return current;
    if (current === "") return undefined;
  }
}
