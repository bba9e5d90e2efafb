// One file as several publishers of the same session saw it.
import type { WatchedFile } from "../state/watched.ts";

/** Of several who saw the same file: the hottest, in context for one of them, as the latest of them says. */
export function mergeFiles(one: WatchedFile, other: WatchedFile): WatchedFile {
  const latest = isLater(one, other) ? one : other;
  return {
    path: one.path,
    heat: Math.max(one.heat, other.heat),
    inContext: one.inContext || other.inContext,
    lastAction: latest.lastAction,
    turnAccessed: latest.turnAccessed,
    atMs: latest.atMs,
    reads: one.reads + other.reads,
    writes: one.writes + other.writes,
  };
}

const WEIGHTS: readonly string[] = ["user_referenced", "user_provided", "read", "search", "write", "blocked"];

/** Of two at the same time, the one that did more: whoever is asked first, the answer is the same. */
function isLater(one: WatchedFile, other: WatchedFile): boolean {
  if (one.atMs !== other.atMs) return one.atMs > other.atMs;
  return WEIGHTS.indexOf(one.lastAction) > WEIGHTS.indexOf(other.lastAction);
}
