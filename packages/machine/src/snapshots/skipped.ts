// What a snapshot lacks although the folder has it, and why: such a path is unknown, which is not the same as missing.

export type SkipReason =
  /** Over the limit for one file. */
  | "too_large"
  /** The files before it used up the size limit of a snapshot. */
  | "snapshot_full"
  /** The entries before it, or in it, reached the limit of a snapshot. */
  | "too_many_entries"
  | "too_deep"
  | "unreadable"
  /** A device, a pipe or a socket. */
  | "special"
  /** A name that is not valid Unicode. */
  | "invalid_name"
  /** It kept changing while it was read. */
  | "changing"
  /** Ignored in one of two snapshots, so that a change cannot be determined. */
  | "ignored";

export interface Skipped {
  /** A file, or a folder with everything in it; "" is the whole folder. */
  readonly path: string;
  readonly reason: SkipReason;
}

/** Whether a path, or a folder above it, is in a set of paths. */
export function isCovered(path: string, paths: { has(path: string): boolean }): boolean {
  return findCover(path, paths) !== undefined;
}

export function findCover(path: string, paths: { has(path: string): boolean }): string | undefined {
  for (let current = path; ; current = current.slice(0, Math.max(0, current.lastIndexOf("/")))) {
    if (paths.has(current)) return current;
    if (current === "") return undefined;
  }
}
