// Steps of a transaction, as generators that yield statements: SQLite runs them synchronously, PostgreSQL one round trip each.
// So what a table does is written once for both stores.
import type { Compilable } from "kysely";

/** Any other type would be stored differently by each driver, and libsql ends the process for some. */
export type Scalar = string | number | null;

/** Only PostgreSQL takes arrays. */
export type Value = Scalar | readonly Scalar[];

/** Values are `?` in the words, or `?1` if one occurs several times. */
export interface Statement {
  readonly kind: "rows" | "first" | "count";
  readonly words: string;
  readonly values: readonly Value[];
}

/** A statement that fails throws inside of the step. */
export type Step<T> = Generator<Statement, T, unknown>;

export function* all<Row>(words: string, ...values: readonly Value[]): Step<readonly Row[]> {
  return (yield { kind: "rows", words, values }) as readonly Row[];
}

export function* first<Row>(words: string, ...values: readonly Value[]): Step<Row | undefined> {
  return (yield { kind: "first", words, values }) as Row | undefined;
}

/** How many rows it changed. */
export function* run(words: string, ...values: readonly Value[]): Step<number> {
  return (yield { kind: "count", words, values }) as number;
}

/** The rows of a query that Kysely has built. */
export function* select<Row>(query: Compilable<Row>): Step<readonly Row[]> {
  const { sql, parameters } = query.compile();
  return yield* all<Row>(sql, ...parameters.map(toValue));
}

/** Runs a change that Kysely has built. */
export function* change(query: Compilable): Step<number> {
  const { sql, parameters } = query.compile();
  return yield* run(sql, ...parameters.map(toValue));
}

function toValue(value: unknown): Scalar {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new TypeError(`A statement cannot take a ${typeof value}`);
}
