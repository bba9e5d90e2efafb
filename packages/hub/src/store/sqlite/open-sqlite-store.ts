// Opens the embedded store.
import { silentLog, systemClock, type Clock, type Log } from "@parley/base";
import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { HubStore, HubStoreReader } from "../../api/store.ts";
import { createAppend } from "./append-events.ts";
import type { Connection } from "./connection.ts";
import type { DriverName } from "./driver.ts";
import type { Durability } from "./durability.ts";
import { loadDriver } from "./load-driver.ts";
import { openConnection, openReader } from "./open-connection.ts";
import { checkStore } from "./check-store.ts";
import { IN_MEMORY } from "./path-watch.ts";
import { createPrune } from "../prune.ts";
import { toStoreError } from "./store-error.ts";
import { claimStoreFile, type StoreFile } from "./store-file.ts";
import { createAgentTables } from "../tables/agents.ts";
import { createDocumentTable } from "../tables/documents.ts";
import { createEventTable } from "../tables/events.ts";
import { createImports } from "../tables/imports.ts";
import { createInteractionTable } from "../tables/interactions.ts";
import { createKeyTable } from "../tables/keys.ts";
import { createRecipeTable } from "../tables/recipes.ts";
import { createSessionTable } from "../tables/sessions.ts";
import { createTextTable, indexTexts } from "./texts.ts";
import { createTurnTable } from "../tables/turns.ts";
import { createUsageTable } from "../tables/usage.ts";

export interface SqliteOptions {
  /** `:memory:` for a store that ends with the process. */
  readonly path: string;
  /** How long to wait for another process that has it open (default: not at all). */
  readonly waitMs?: number | undefined;
  readonly log?: Log | undefined;
  readonly clock?: Clock | undefined;
  /** Default: Node's own where it has one, else libsql. Two drivers in one process would break each other's locks on a file. */
  readonly driver?: DriverName | undefined;
}

/** Rejects with `store_locked` if it is open elsewhere, with `bad_config` if it is not ours or of a later version. */
export async function openSqliteStore(options: SqliteOptions): Promise<HubStore> {
  const path = options.path === IN_MEMORY ? IN_MEMORY : resolve(options.path);
  const driver = await loadDriver(options.driver);
  let file: StoreFile | undefined;
  try {
    file = path === IN_MEMORY ? { path, release: () => undefined } : await claimStoreFile(path, options.waitMs);
    const { connection, durability } = await openConnection(driver, file.path);
    return createStore(connection, durability, file, options);
  } catch (error) {
    file?.release();
    throw toStoreError(path, "open the store", error);
  }
}

/** Undefined if there is no store yet, or one that an earlier version wrote: it is migrated when it is opened for writing. */
export async function openSqliteReader(path: string, name?: DriverName): Promise<HubStoreReader | undefined> {
  if (!existsSync(path)) return undefined;
  const driver = await loadDriver(name);
  try {
    // The file is the same for all its processes: SQLite finds its log and its locks by the name.
    const connection = openReader(driver, realpathSync(path));
    if (connection === undefined) return undefined;
    const { getSession, listSessions } = createSessionTable(connection);
    const { readEvents } = createEventTable(connection);
    const { listTurns } = createTurnTable(connection);
    const { listInteractions } = createInteractionTable(connection);
    const { search } = createTextTable(connection);
    const { sumUsage } = createUsageTable(connection);
    const close = async (): Promise<void> => connection.close();
    const reader = { getSession, listSessions, readEvents, listTurns, listInteractions, search, sumUsage };
    return { ...reader, [Symbol.asyncDispose]: close };
  } catch (error) {
    throw toStoreError(path, "read the store", error);
  }
}

function createStore(
  connection: Connection,
  durability: Durability,
  file: StoreFile,
  { log = silentLog, clock = systemClock }: SqliteOptions,
): HubStore {
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    try {
      await durability.close();
      connection.close();
    } catch (error) {
      // Nothing is lost: the next process finds everything in the file or its write-ahead log.
      log.write("warn", "The store was not closed cleanly", { cause: String(error), path: file.path });
    } finally {
      file.release();
    }
  };
  return {
    ...createSessionTable(connection),
    ...createEventTable(connection),
    ...createAppend(connection, () => durability.sync()),
    ...createImports(connection, indexTexts),
    ...createTurnTable(connection),
    ...createUsageTable(connection),
    ...createInteractionTable(connection),
    ...createKeyTable(connection),
    ...createAgentTables(connection),
    ...createRecipeTable(connection),
    ...createDocumentTable(connection),
    ...createTextTable(connection),
    prune: createPrune(connection, clock),
    check: () => checkStore(connection),
    [Symbol.asyncDispose]: () => (closing ??= close()),
  };
}
