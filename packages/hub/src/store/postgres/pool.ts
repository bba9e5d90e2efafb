// Opens the pool of connections to a database.
import pg from "pg";
import {
  CONNECTIONS_MAX,
  CONNECT_MS_MAX,
  IDLE_CONNECTION_MS,
  IDLE_TRANSACTION_MS_MAX,
  LOCK_MS_MAX,
  STATEMENT_MS_MAX,
} from "../../store-limits.ts";

/** All our tables are in a schema of our own, so that a database can be shared with another program. */
export const SCHEMA = "parley";

/** What each connection begins with. */
export const SETTINGS: string = [
  `set search_path = ${SCHEMA}`,
  `set statement_timeout = ${STATEMENT_MS_MAX}`,
  `set lock_timeout = ${LOCK_MS_MAX}`,
  `set idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MS_MAX}`,
].join("; ");

/** `bigint` and `numeric`, which the driver returns as text. Ours are below 2^53. */
const NUMBERS: ReadonlySet<unknown> = new Set([20, 1700]);
type FindParser = (oid: unknown, format: unknown) => unknown;
const findParser = pg.types.getTypeParser as FindParser;
const NUMBERS_AS_NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: ((oid, format) =>
    NUMBERS.has(oid) ? Number : findParser(oid, format)) as FindParser as typeof pg.types.getTypeParser,
};

export function clientConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: "parley",
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    types: NUMBERS_AS_NUMBERS,
  };
}

export function openPool(url: string, max: number = CONNECTIONS_MAX): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(url),
    max,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    // A statement whose answer never comes, because the network is cut in half, ends a little later than the server would end it.
    query_timeout: STATEMENT_MS_MAX * 2,
    // The pool waits for it, although its type does not say so.
    onConnect: (client) => client.query(SETTINGS) as unknown as undefined,
  });
  // A connection may break between two statements of a transaction: the next one fails, and without a listener so would the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
