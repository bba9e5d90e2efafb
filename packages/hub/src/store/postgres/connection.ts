// The connections to PostgreSQL: a pool of them, transactions, and statements that are prepared once per connection.
import { ParleyError, type Log } from "@parley/base";
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Dialect as KyselyDialect,
} from "kysely";
import type pg from "pg";
import type { StoreDatabase, StoreDialect } from "../database.ts";
import type { Schema } from "../schema.ts";
import type { Scalar, Statement, Step, Value } from "../step.ts";
import { CONFLICT_TRIES_MAX, STATEMENTS_MAX } from "../../store-limits.ts";
import { createDialect } from "./store-dialect.ts";
import { isConflict, isTimeout, toPostgresError } from "./postgres-error.ts";

type Queryable = Pick<pg.ClientBase, "query">;

export class PostgresConnection implements StoreDatabase {
  readonly sql: Kysely<Schema> = new Kysely<Schema>({ dialect: COMPILING });
  readonly dialect: StoreDialect;
  /** Without the password. */
  readonly name: string;
  readonly #pool: pg.Pool;
  readonly #statements = new Map<string, { readonly name: string; readonly text: string }>();
  #failure: ParleyError | undefined;
  #names = 0;

  constructor(pool: pg.Pool, name: string, log: Log, epochOf: (sessionId: string) => number | undefined) {
    this.#pool = pool;
    this.dialect = createDialect(epochOf);
    this.name = name;
    // An unused connection that breaks is replaced; without a listener the error would end the process.
    pool.on("error", (cause) => log.write("warn", "A connection to the database was lost", { cause: cause.message }));
  }

  async write<T>(doing: string, work: () => Step<T>): Promise<T> {
    return this.transaction(doing, (client) => this.run(client, work()));
  }

  async writeOne<T>(doing: string, work: () => Step<T>): Promise<T> {
    return this.#guard(doing, () => this.run(this.#pool, work()));
  }

  async read<T>(doing: string, work: () => Step<T>): Promise<T> {
    return this.#guard(doing, () => this.run(this.#pool, work()));
  }

  /** Rows of a statement in PostgreSQL's own words, in a transaction of its own. */
  async query<Row>(doing: string, words: string, values: readonly Value[] = []): Promise<readonly Row[]> {
    return this.#guard(doing, () => this.rows<Row>(this.#pool, words, values));
  }

  async transaction<T>(doing: string, work: (client: Queryable) => Promise<T>): Promise<T> {
    return this.#guard(doing, async () => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await this.#attempt(work);
        } catch (error) {
          if (!isConflict(error) || tries >= CONFLICT_TRIES_MAX) throw error;
        }
      }
    });
  }

  async rows<Row>(client: Queryable, words: string, values: readonly Value[]): Promise<readonly Row[]> {
    const { rows } = await client.query<Row & pg.QueryResultRow>({ ...this.#prepare(words), values: toValues(values) });
    return rows;
  }

  /** Every later call fails. */
  fail(failure: ParleyError): void {
    this.#failure ??= failure;
  }

  async close(): Promise<void> {
    this.#failure ??= new ParleyError({ code: "store_failed", message: `The connection to ${this.name} is closed` });
    await this.#pool.end();
  }

  async #attempt<T>(work: (client: Queryable) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      await client.query("begin");
      const result = await work(client);
      await client.query("commit");
      return result;
    } catch (error) {
      // A connection that cannot roll back is not used again, nor one that does not answer.
      if (isTimeout(error)) broken = error;
      else await client.query("rollback").catch((cause: Error) => (broken = cause));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** The statements of a step, within a transaction of the caller. */
  async run<T>(client: Queryable, step: Step<T>): Promise<T> {
    for (let next = step.next(); ;) {
      if (next.done === true) return next.value;
      let result: unknown;
      try {
        result = await this.#execute(client, next.value);
      } catch (error) {
        next = step.throw(error);
        continue;
      }
      next = step.next(result);
    }
  }

  async #execute(client: Queryable, { kind, words, values }: Statement): Promise<unknown> {
    const { rows, rowCount } = await client.query({ ...this.#prepare(words), values: toValues(values) });
    if (kind === "count") return rowCount ?? 0;
    return kind === "first" ? rows[0] : rows;
  }

  /** The driver prepares a named statement once per connection. Those that are rarely the same have no name. */
  #prepare(words: string): { readonly name?: string; readonly text: string } {
    const known = this.#statements.get(words);
    if (known !== undefined) return known;
    const text = toNumbered(words);
    if (this.#statements.size >= STATEMENTS_MAX) return { text };
    const prepared = { name: `parley_${(this.#names += 1)}`, text };
    this.#statements.set(words, prepared);
    return prepared;
  }

  async #guard<T>(doing: string, work: () => Promise<T>): Promise<T> {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      return await work();
    } catch (error) {
      throw toPostgresError(this.name, doing, error);
    }
  }
}

/** PostgreSQL numbers the values of a statement: `?` and `?1` become `$1`. Our statements have no other question marks. */
function toNumbered(words: string): string {
  let count = 0;
  return words.replaceAll(/\?(\d*)/g, (_, number: string) => `$${number === "" ? (count += 1) : number}`);
}

function toValues(values: readonly Value[]): unknown[] {
  return values.map((value) => (typeof value === "object" && value !== null ? value.map(toText) : toText(value)));
}

/** PostgreSQL's text cannot contain NUL. JSON has it escaped; elsewhere, only an id that does not exist has one. */
function toText(value: Scalar): Scalar {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value;
}

/** Kysely only builds statements. */
const COMPILING: KyselyDialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
