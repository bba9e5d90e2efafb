// Kysely's dialect for SQLite, over any driver. Only migrations use it.
import { SqliteAdapter, SqliteDialect, type SqliteStatement } from "kysely";
import type { Scalar } from "../step.ts";
import type { Database } from "./driver.ts";

const RETURNS_ROWS = /^\s*(?:select|with|pragma)\b|\breturning\b/i;

export class KyselyDialect extends SqliteDialect {
  constructor(database: Database) {
    super({ database: { prepare: (words) => toStatement(database, words), close: () => undefined } });
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

function toStatement(database: Database, words: string): SqliteStatement {
  const statement = database.prepare(words);
  const all = (values: readonly unknown[]): unknown[] => statement.all(values as readonly Scalar[]);
  return {
    reader: RETURNS_ROWS.test(words),
    all,
    run: (values) => ({ changes: statement.run(values as readonly Scalar[]), lastInsertRowid: 0 }),
    iterate: (values) => all(values).values(),
  };
}

/** SQLite rolls back schema changes with their transaction, although Kysely's default says otherwise. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
