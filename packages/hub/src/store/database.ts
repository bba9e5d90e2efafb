// What the tables need from a database: transactions, and the few differences in its SQL.
import type { Kysely } from "kysely";
import type { SessionRow } from "../api/store.ts";
import type { Schema } from "./schema.ts";
import type { Statement, Step } from "./step.ts";

export interface StoreDatabase {
  /** Builds statements; only migrations are run by Kysely. */
  readonly sql: Kysely<Schema>;
  readonly dialect: StoreDialect;
  /** All or nothing, and alone with the rows that it has locked. `doing` completes "Could not …". */
  write<T>(doing: string, work: () => Step<T>): Promise<T>;
  /** A write of one statement, which needs no transaction around it. */
  writeOne<T>(doing: string, work: () => Step<T>): Promise<T>;
  read<T>(doing: string, work: () => Step<T>): Promise<T>;
}

export interface StoreDialect {
  /** At the end of a query for rows that the same transaction changes. */
  readonly forUpdate: string;
  /** The JSON of a session's row, in a query of `sessions`. */
  readonly sessionData: string;
  readonly insertSession: (row: SessionRow) => Statement;
  readonly updateSession: (row: SessionRow) => Statement;
  /** Throws `session_lost` if another server owns the session now. Within a transaction. */
  readonly checkOwner: (sessionId: string) => Step<void>;
  /** All rows of a query for `data` and the columns that it is ordered by, as one value with newlines in between. */
  readonly joinLines: (query: string) => string;
  /**
   * The condition that an event counts: the same as `isAbandoned`, for what is found without its session's row.
   * `sessionId` and `seq` are expressions of the statement around it. Without a number it counts.
   */
  readonly counts: (sessionId: string, seq: string) => string;
  /** A number in the JSON of a row, by its path (`lastSeq`). */
  readonly jsonNumber: (column: string, field: string) => string;
  /** Deletes some texts of a session; returns how many. */
  readonly deleteTexts: (sessionId: string) => Step<number>;
}
