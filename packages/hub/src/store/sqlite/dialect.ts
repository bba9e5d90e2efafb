// Kysely's dialect for SQLite, over libsql.
import { SqliteAdapter, SqliteDialect } from "kysely";
import type Libsql from "libsql";

export class StoreDialect extends SqliteDialect {
  constructor(database: Libsql.Database) {
    super({ database: { prepare: (words) => database.prepare(words), close: () => undefined } });
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** SQLite rolls back schema changes with their transaction, although Kysely's default says otherwise. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
