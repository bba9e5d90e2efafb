// Syncs commits to the disk. Without it, a commit survives a crash of this process but not a power cut.
import { open } from "node:fs/promises";
import type { Connection } from "./connection.ts";
import { toStoreError } from "./store-error.ts";

export interface Durability {
  /** Resolves when everything that was committed before survives a power cut. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** In memory, or where every commit is synced automatically. */
export const NOTHING_TO_SYNC: Durability = { sync: () => Promise.resolve(), close: () => Promise.resolve() };

/**
 * Commits go to the write-ahead log; syncing that file is enough, and does not block the event loop.
 * Closing this handle is safe: the database has no locks on its log.
 */
export async function openDurability(connection: Connection): Promise<Durability> {
  const file = await open(`${connection.path}-wal`, "r+");
  return {
    async sync() {
      try {
        await file.datasync();
      } catch (cause) {
        // The system may have dropped earlier writes, so every later sync fails as well.
        const failure = toStoreError(connection.path, "bring events onto the disk", cause);
        connection.fail(failure);
        throw failure;
      }
    },
    close: () => file.close(),
  };
}
