// Kysely's words for SQLite, over libsql.
import { SqliteAdapter, SqliteDialect } from "kysely";
import type Libsql from "libsql";

export class LibsqlDialect extends SqliteDialect {
  constructor(database: Libsql.Database) {
    super({ database: { prepare: (words) => database.prepare(words), close: () => undefined } });
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** SQLite takes back changes of tables with their transaction; Kysely is careful and says that it does not. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
