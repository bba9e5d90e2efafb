// Opens the store of a hub: the file of this home, or a database that the user names.
import type { Log } from "@parley/base";
import type { HubStore } from "@parley/hub";
import { storeIn } from "./open-sessions.ts";

export interface StoreChoice {
  /** Address of a database (default: the file of this home). */
  readonly database?: string | undefined;
  /** How long a server of the database may miss heartbeats before others take over its sessions. */
  readonly leaseMs?: number | undefined;
  /** Servers with the same place have the same folders. */
  readonly nodePlace?: string | undefined;
}

/** Rejects with `store_locked` if another process has the file. */
export async function openStore(home: string, choice: StoreChoice, log: Log): Promise<HubStore> {
  const { database, leaseMs, nodePlace: place } = choice;
  if (database === undefined) {
    const { openSqliteStore } = await import("@parley/hub/sqlite");
    return openSqliteStore({ path: storeIn(home), log });
  }
  // Loaded only if used.
  const { openPostgresStore } = await import("@parley/hub/postgres");
  return openPostgresStore({ url: database, leaseMs, place, log });
}
