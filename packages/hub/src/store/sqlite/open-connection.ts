// Opens a connection to our file, with the current schema.
import Libsql from "libsql";
import { Connection } from "./connection.ts";
import { NOTHING_TO_SYNC, openDurability, type Durability } from "./durability.ts";
import { BUSY_MS, CHECKPOINT_PAGES } from "../../limits.ts";
import { isCurrent, migrate, refuseForeign } from "./migrate.ts";

export interface OpenConnection {
  readonly connection: Connection;
  readonly durability: Durability;
}

export async function openConnection(path: string): Promise<OpenConnection> {
  const database = new Libsql(path);
  try {
    const connection = new Connection(database, path);
    database.pragma(`busy_timeout = ${BUSY_MS}`);
    refuseForeign(connection);
    // A write-ahead log, except in memory and on file systems that do not support it.
    const isLogged = journalOf(database) === "wal";
    database.pragma(`synchronous = ${isLogged ? "normal" : "full"}`);
    database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    database.pragma("foreign_keys = on");
    // Deleted data is overwritten.
    database.pragma("secure_delete = on");
    await migrate(connection);
    return { connection, durability: isLogged ? await openDurability(connection) : NOTHING_TO_SYNC };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Undefined if the file has to be migrated first. */
export function openReader(path: string): Connection | undefined {
  const database = new Libsql(path);
  try {
    const connection = new Connection(database, path, { isReadOnly: true });
    database.pragma(`busy_timeout = ${BUSY_MS}`);
    database.pragma("query_only = on");
    refuseForeign(connection);
    if (isCurrent(connection)) return connection;
    connection.close();
    return undefined;
  } catch (error) {
    if (database.open) database.close();
    throw error;
  }
}

function journalOf(database: Libsql.Database): unknown {
  const [row] = database.pragma("journal_mode = wal") as { readonly journal_mode?: unknown }[];
  return row?.journal_mode;
}
