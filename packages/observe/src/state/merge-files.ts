// Merges the state of one file from several agents or sessions.
import type { FileAction } from "../extract/observation.ts";
import type { WatchedFile } from "./watched.ts";

/** Which of two simultaneous actions takes precedence. */
const WEIGHTS: Readonly<Record<FileAction, number>> = {
  user_referenced: 0,
  user_provided: 1,
  read: 2,
  search: 3,
  write: 4,
  blocked: 5,
};

/** Commutative and associative. Merging the same state twice changes only the counts, which are added. */
export function mergeFile(a: WatchedFile, b: WatchedFile): WatchedFile {
  const isLater = b.atMs > a.atMs || (b.atMs === a.atMs && WEIGHTS[b.lastAction] > WEIGHTS[a.lastAction]);
  return {
    path: a.path,
    heat: Math.max(a.heat, b.heat),
    inContext: a.inContext || b.inContext,
    lastAction: isLater ? b.lastAction : a.lastAction,
    turnAccessed: Math.max(a.turnAccessed, b.turnAccessed),
    atMs: Math.max(a.atMs, b.atMs),
    reads: a.reads + b.reads,
    writes: a.writes + b.writes,
  };
}

/** By path. Only sessions with the same folder share paths. */
export function mergeFiles(maps: Iterable<ReadonlyMap<string, WatchedFile>>): ReadonlyMap<string, WatchedFile> {
  const merged = new Map<string, WatchedFile>();
  for (const files of maps) {
    for (const [path, file] of files) {
      const known = merged.get(path);
      merged.set(path, known === undefined ? file : mergeFile(known, file));
    }
  }
  return merged;
}
