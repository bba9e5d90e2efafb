// What the store needs of a program library for SQLite. Each has a file of its own; both open the same file format.
import type { Scalar } from "../step.ts";

export type DriverName = "node:sqlite" | "libsql";

export interface Driver {
  readonly name: DriverName;
  /** Creates the file if necessary. */
  open(path: string): Database;
}

/** Its methods throw errors whose `code` is SQLite's name for the error: `SQLITE_FULL`, `SQLITE_CONSTRAINT_UNIQUE`. */
export interface Database {
  exec(words: string): void;
  prepare(words: string): DatabaseStatement;
  /** Ends the transaction, unless SQLite has already rolled it back because of an error. */
  rollback(): void;
  /** May be called again. */
  close(): void;
}

export interface DatabaseStatement {
  all(values: readonly Scalar[]): unknown[];
  first(values: readonly Scalar[]): unknown;
  /** How many rows it changed. */
  run(values: readonly Scalar[]): number;
}

/** The rows that a pragma returns. */
export function pragma(database: Database, words: string): unknown[] {
  return database.prepare(`pragma ${words}`).all([]);
}
