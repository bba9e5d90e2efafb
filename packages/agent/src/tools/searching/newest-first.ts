// Files in the order in which they were last changed.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { STATS_AT_ONCE } from "../limits.ts";

/** What has gone meanwhile is last; ties go by name. */
export async function newestFirst(folder: string, names: readonly string[], signal: AbortSignal): Promise<string[]> {
  const times = new Map<string, number>();
  const queue = names.values();
  const look = async (): Promise<void> => {
    for (const name of queue) {
      if (signal.aborted) return;
      times.set(name, await changedAt(join(folder, name)));
    }
  };
  await Promise.all(Array.from({ length: STATS_AT_ONCE }, look));
  const timeOf = (name: string): number => times.get(name) ?? 0;
  return names.toSorted((a, b) => timeOf(b) - timeOf(a) || (a < b ? -1 : 1));
}

async function changedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return 0; // Gone, or a link that leads nowhere: its name was found all the same.
  }
}
