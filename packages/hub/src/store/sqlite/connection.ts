// The one connection to the file. Statements run synchronously, so nothing can come between two statements of a transaction.
import { ParleyError } from "@parley/base";
import { Kysely, type Compilable } from "kysely";
import { StoreDialect } from "./dialect.ts";
import { pragma, type Database, type DatabaseStatement, type Value } from "./driver.ts";
import { STATEMENTS_MAX } from "../../store-limits.ts";
import { PathWatch } from "./path-watch.ts";
import type { Schema } from "./schema.ts";
import { toStoreError } from "./store-error.ts";

export interface Statement<Row> {
  all(...values: readonly Value[]): readonly Row[];
  first(...values: readonly Value[]): Row | undefined;
  /** How many rows it changed. */
  run(...values: readonly Value[]): number;
}

export class Connection {
  /** Builds statements; only migrations are run by Kysely. */
  readonly sql: Kysely<Schema>;
  readonly path: string;
  readonly #database: Database;
  readonly #statements = new Map<string, Statement<unknown>>();
  readonly #place: PathWatch;
  readonly #isReadOnly: boolean;
  #failure: ParleyError | undefined;
  #isWritten = true;

  constructor(database: Database, path: string, { isReadOnly = false }: { readonly isReadOnly?: boolean } = {}) {
    this.#database = database;
    this.#isReadOnly = isReadOnly;
    this.path = path;
    this.#place = new PathWatch(path);
    this.sql = new Kysely<Schema>({ dialect: new StoreDialect(database) });
  }

  /** All or nothing. `doing` completes "Could not …". */
  async write<T>(doing: string, work: () => T): Promise<T> {
    return this.#guard(doing, () => {
      this.#place.check();
      this.#database.exec("begin immediate");
      try {
        const result = work();
        this.#database.exec("commit");
        this.#isWritten = true;
        return result;
      } catch (error) {
        this.#isWritten = false;
        this.#database.rollback();
        throw error;
      }
    });
  }

  /** Throws `store_failed` if the file is gone. */
  checkPlace(): void {
    this.#place.check();
  }

  /** The latest transaction was stored. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  async read<T>(doing: string, work: () => T): Promise<T> {
    return this.#guard(doing, work);
  }

  all<Row>(query: Compilable<Row>): readonly Row[] {
    const { sql, parameters } = query.compile();
    return this.prepare<Row>(sql).all(...parameters.map(toValue));
  }

  first<Row>(query: Compilable<Row>): Row | undefined {
    return this.all(query)[0];
  }

  run(query: Compilable): number {
    const { sql, parameters } = query.compile();
    return this.prepare(sql).run(...parameters.map(toValue));
  }

  /** The same statement for the same SQL. */
  prepare<Row>(words: string): Statement<Row> {
    let statement = this.#statements.get(words) as Statement<Row> | undefined;
    if (statement === undefined) {
      statement = toStatement<Row>(this.#database.prepare(words));
      this.#statements.set(words, statement);
      const [oldest] = this.#statements.keys();
      if (this.#statements.size > STATEMENTS_MAX && oldest !== undefined) this.#statements.delete(oldest);
    }
    return statement;
  }

  /** Every later call fails. */
  fail(failure: ParleyError): void {
    this.#failure ??= failure;
  }

  /** Copies the write-ahead log into the file first. */
  close(): void {
    this.fail(new ParleyError({ code: "store_failed", message: `${this.path} is closed` }));
    this.#statements.clear();
    try {
      if (!this.#isReadOnly) pragma(this.#database, "wal_checkpoint(truncate)");
    } finally {
      this.#database.close();
    }
  }

  #guard<T>(doing: string, work: () => T): T {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      return work();
    } catch (error) {
      throw toStoreError(this.path, doing, error);
    }
  }
}

function toStatement<Row>(statement: DatabaseStatement): Statement<Row> {
  return {
    all: (...values) => statement.all(values) as Row[],
    first: (...values) => statement.first(values) as Row | undefined,
    run: (...values) => statement.run(values),
  };
}

function toValue(value: unknown): Value {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new TypeError(`A statement cannot take a ${typeof value}`);
}
