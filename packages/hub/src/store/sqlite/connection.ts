// The one connection to the file. Statements run synchronously, so nothing can come between two statements of a transaction.
import { ParleyError } from "@parley/base";
import { Kysely } from "kysely";
import type { StoreDatabase, StoreDialect } from "../database.ts";
import { KyselyDialect } from "./dialect.ts";
import { pragma, type Database, type DatabaseStatement } from "./driver.ts";
import { STATEMENTS_MAX } from "../../store-limits.ts";
import { PathWatch } from "./path-watch.ts";
import type { Schema } from "../schema.ts";
import type { Step, Statement as StepStatement, Scalar } from "../step.ts";
import { sqliteDialect } from "./store-dialect.ts";
import { toStoreError } from "./store-error.ts";

interface Statement<Row> {
  all(...values: readonly Scalar[]): readonly Row[];
  first(...values: readonly Scalar[]): Row | undefined;
  /** How many rows it changed. */
  run(...values: readonly Scalar[]): number;
}

export class Connection implements StoreDatabase {
  readonly sql: Kysely<Schema>;
  readonly dialect: StoreDialect = sqliteDialect;
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
    this.sql = new Kysely<Schema>({ dialect: new KyselyDialect(database) });
  }

  async write<T>(doing: string, work: () => Step<T>): Promise<T> {
    return this.#guard(doing, () => {
      this.#place.check();
      this.#database.exec("begin immediate");
      try {
        const result = this.#run(work());
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

  /** A transaction costs little here, and is rolled back as a whole if the disk is full. */
  writeOne<T>(doing: string, work: () => Step<T>): Promise<T> {
    return this.write(doing, work);
  }

  async read<T>(doing: string, work: () => Step<T>): Promise<T> {
    return this.#guard(doing, () => this.#run(work()));
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

  #run<T>(step: Step<T>): T {
    for (let next = step.next(); ;) {
      if (next.done === true) return next.value;
      let result: unknown;
      try {
        result = this.#execute(next.value);
      } catch (error) {
        next = step.throw(error);
        continue;
      }
      next = step.next(result);
    }
  }

  #execute({ kind, words, values: given }: StepStatement): unknown {
    const statement = this.prepare(words);
    const values = given as readonly Scalar[];
    if (kind === "count") return statement.run(...values);
    return kind === "first" ? statement.first(...values) : statement.all(...values);
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
