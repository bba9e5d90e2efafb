// Sorts files by modification time.
import { inParallel } from "@parley/base";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { STATS_AT_ONCE } from "../../limits.ts";

/** Files that were deleted meanwhile come last; ties are sorted by name. */
export async function newestFirst(folder: string, names: readonly string[], signal: AbortSignal): Promise<string[]> {
  const look = async (name: string): Promise<number> => (signal.aborted ? 0 : changedAt(join(folder, name)));
  const times = await inParallel(names, STATS_AT_ONCE, look);
  const dated = names.map((name, index) => ({ name, changedAtMs: times[index] ?? 0 }));
  return dated
    .toSorted((one, other) => other.changedAtMs - one.changedAtMs || (one.name < other.name ? -1 : 1))
    .map(({ name }) => name);
}

async function changedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return 0; // Deleted, or a dangling link; its name was still found.
  }
}
