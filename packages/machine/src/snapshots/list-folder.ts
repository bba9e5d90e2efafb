// Lists a folder up to a number of entries, sorted by name. On a fast disk a synchronous call is faster than another thread.
import { opendirSync, type Dirent } from "node:fs";
import type { Pace } from "./pace.ts";

const BUFFERED = 256;

/** `undefined`: there are more. */
export async function listFolder(path: string, entriesMax: number, pace: Pace): Promise<Dirent[] | undefined> {
  const entries: Dirent[] = [];
  const folder = opendirSync(path, { bufferSize: BUFFERED });
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      if (entries.push(entry) > entriesMax) return undefined;
      if (entries.length % BUFFERED === 0) await pace.rest();
    }
  } finally {
    folder.closeSync();
  }
  return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
