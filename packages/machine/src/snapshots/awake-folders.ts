// The folders whose latest snapshot and watch are kept in memory: the most recently used, for a limited time.
import { AWAKE_FOLDERS_MAX, AWAKE_IDLE_MS } from "../limits.ts";

interface Sleeper {
  /** False if it is in use. */
  sleep(): boolean;
}

/** The least recently used first. */
const awake = new Map<Sleeper, NodeJS.Timeout>();

export function keepAwake(folder: Sleeper): void {
  clearTimeout(awake.get(folder));
  awake.delete(folder);
  awake.set(folder, setTimeout(() => putToSleep(folder), AWAKE_IDLE_MS).unref());
  for (const oldest of awake.keys()) {
    if (awake.size <= AWAKE_FOLDERS_MAX) return;
    if (oldest !== folder) putToSleep(oldest);
  }
}

function putToSleep(folder: Sleeper): void {
  const timer = awake.get(folder);
  if (!folder.sleep()) return;
  clearTimeout(timer);
  awake.delete(folder);
}
