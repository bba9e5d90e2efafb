// node:sqlite, which is part of Node since 22.13.
import type { Database, DatabaseStatement, Driver } from "./driver.ts";
import { toSqliteError } from "./sqlite-error.ts";

const MODULE = "node:sqlite";
const FLOOR = [22, 13] as const;

/** The part of the module that is used here: the types of our oldest Node do not have it. */
interface SqliteModule {
  readonly DatabaseSync: new (path: string) => DatabaseSync;
}

interface DatabaseSync {
  /** Undefined before Node 22.16. */
  readonly isTransaction: boolean | undefined;
  exec(words: string): void;
  prepare(words: string): StatementSync;
  close(): void;
}

interface StatementSync {
  all(...values: readonly unknown[]): unknown[];
  get(...values: readonly unknown[]): unknown;
  run(...values: readonly unknown[]): { readonly changes: number | bigint };
}

/** Undefined if this Node does not have it, or has it only behind a flag. */
export function loadNodeDriver(): Driver | undefined {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < FLOOR[0] || (major === FLOOR[0] && minor < FLOOR[1])) return undefined;
  const sqlite = withoutItsWarning(() => process.getBuiltinModule(MODULE)) as SqliteModule | undefined;
  if (sqlite === undefined) return undefined;
  return { name: MODULE, open: (path) => naming(() => toDatabase(new sqlite.DatabaseSync(path))) };
}

/**
 * Some versions of Node warn that the module is experimental when it is loaded. Loading is synchronous, so no other code runs
 * meanwhile, and every other warning is passed on.
 */
function withoutItsWarning<T>(load: () => T): T {
  // oxlint-disable-next-line typescript/unbound-method -- It is put back, and called on its own object.
  const { emitWarning } = process;
  process.emitWarning = (...args: readonly unknown[]): void => {
    const [warning, type] = args;
    if (type === "ExperimentalWarning" && String(warning).startsWith("SQLite ")) return;
    Reflect.apply(emitWarning, process, args);
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function toDatabase(database: DatabaseSync): Database {
  let isOpen = true;
  return {
    exec: (words) => naming(() => database.exec(words)),
    prepare: (words) => toStatement(naming(() => database.prepare(words))),
    rollback() {
      if (database.isTransaction === true) naming(() => database.exec("rollback"));
      else if (database.isTransaction === undefined) tryRollback(database);
    },
    close() {
      if (isOpen) naming(() => database.close());
      isOpen = false;
    },
  };
}

function tryRollback(database: DatabaseSync): void {
  try {
    database.exec("rollback");
  } catch (error) {
    if (!String(error).includes("no transaction is active")) throw toSqliteError(error);
  }
}

function toStatement(statement: StatementSync): DatabaseStatement {
  return {
    all: (values) => naming(() => statement.all(...values)),
    first: (values) => naming(() => statement.get(...values)),
    run: (values) => naming(() => Number(statement.run(...values).changes)),
  };
}

function naming<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toSqliteError(error);
  }
}
