// Reads the store of a home, also while a server or another command writes to it.
import type { Log } from "@parley/base";
import type { HubStoreReader } from "@parley/hub";
import { openSqliteReader, openSqliteStore } from "@parley/hub/sqlite";
import { existsSync } from "node:fs";

/** Undefined if it does not exist, because reading must not create it. */
export async function readStore(path: string, log: Log): Promise<HubStoreReader | undefined> {
  if (!existsSync(path)) return undefined;
  // A store of an earlier version has to be migrated, which requires writing.
  return (await openSqliteReader(path)) ?? (await openSqliteStore({ path, log }));
}
