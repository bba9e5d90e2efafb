// Brings what was committed onto the disk. A commit alone is with the operating system, and survives the end of this process only.
import { open } from "node:fs/promises";
import type { Connection } from "./connection.ts";
import { toStoreError } from "./store-error.ts";

export interface Durability {
  /** Resolves when everything that was committed before survives a power cut. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** In memory, or where every commit syncs by itself. */
export const NOTHING_TO_SYNC: Durability = { sync: () => Promise.resolve(), close: () => Promise.resolve() };

/**
 * Commits go to a log beside the file; syncing that one is enough, and is done here so that nobody waits for the disk meanwhile.
 * Closing this handle is safe: the database has no locks on its log.
 */
export async function openDurability(connection: Connection): Promise<Durability> {
  const file = await open(`${connection.path}-wal`, "r+");
  return {
    async sync() {
      try {
        await file.datasync();
      } catch (cause) {
        // What the system has dropped by now cannot be told: to go on would be to lie.
        const failure = toStoreError(connection.path, "bring events onto the disk", cause);
        connection.fail(failure);
        throw failure;
      }
    },
    close: () => file.close(),
  };
}
