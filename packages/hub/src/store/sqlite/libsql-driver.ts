// libsql, a package with a native library: for versions of Node that have no SQLite of their own.
import type Libsql from "libsql";
import type { Database, DatabaseStatement, Driver } from "./driver.ts";

/** Rejects if the package, or its library for this platform, is not installed. */
export async function loadLibsqlDriver(): Promise<Driver> {
  const { default: Constructor } = await import("libsql");
  return { name: "libsql", open: (path) => toDatabase(new Constructor(path)) };
}

function toDatabase(database: Libsql.Database): Database {
  return {
    exec: (words) => {
      database.exec(words);
    },
    prepare: (words) => toStatement(database.prepare(words)),
    rollback() {
      if (database.inTransaction) database.exec("rollback");
    },
    close() {
      if (database.open) database.close();
    },
  };
}

function toStatement(statement: Libsql.Statement): DatabaseStatement {
  return {
    all: (values) => statement.all(...values),
    first: (values) => statement.get(...values),
    run: (values) => statement.run(...values).changes,
  };
}
