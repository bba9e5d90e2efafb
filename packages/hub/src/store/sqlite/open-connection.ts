// Opens a connection to our file, with the current schema.
import { Connection } from "./connection.ts";
import { pragma, type Database, type Driver } from "./driver.ts";
import { NOTHING_TO_SYNC, openDurability, type Durability } from "./durability.ts";
import { BUSY_MS, CHECKPOINT_PAGES } from "../../store-limits.ts";
import { isCurrent, migrate, refuseForeign } from "./migrate.ts";

export interface OpenConnection {
  readonly connection: Connection;
  readonly durability: Durability;
}

export async function openConnection(driver: Driver, path: string): Promise<OpenConnection> {
  const database = driver.open(path);
  try {
    const connection = new Connection(database, path);
    pragma(database, `busy_timeout = ${BUSY_MS}`);
    refuseForeign(connection);
    // A write-ahead log, except in memory and on file systems that do not support it.
    const isLogged = journalOf(database) === "wal";
    pragma(database, `synchronous = ${isLogged ? "normal" : "full"}`);
    pragma(database, `wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    pragma(database, "foreign_keys = on");
    // Deleted data is overwritten.
    pragma(database, "secure_delete = on");
    await migrate(connection);
    return { connection, durability: isLogged ? await openDurability(connection) : NOTHING_TO_SYNC };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Undefined if the file has to be migrated first. */
export function openReader(driver: Driver, path: string): Connection | undefined {
  const database = driver.open(path);
  try {
    const connection = new Connection(database, path, { isReadOnly: true });
    pragma(database, `busy_timeout = ${BUSY_MS}`);
    pragma(database, "query_only = on");
    refuseForeign(connection);
    if (isCurrent(connection)) return connection;
    connection.close();
    return undefined;
  } catch (error) {
    database.close();
    throw error;
  }
}

function journalOf(database: Database): unknown {
  const [row] = pragma(database, "journal_mode = wal") as { readonly journal_mode?: unknown }[];
  return row?.journal_mode;
}
