// Turns errors of PostgreSQL into our own, in words that say what to do.
import { errorCodeOf, ParleyError, type ErrorCode } from "@parley/base";

interface Meaning {
  readonly code: ErrorCode;
  readonly why?: string;
  readonly label?: string;
}

const UNREACHABLE: Meaning = {
  code: "store_failed",
  why: "the database cannot be reached",
  label: "Check that PostgreSQL is running and that the address is right",
};
const NO_RIGHTS: Meaning = {
  code: "bad_config",
  why: "the database's user lacks the rights for it",
  label: "Let the user own the database, or grant it the rights to create and use the schema parley",
};
const REFUSED: Meaning = { code: "bad_config", label: "Check the user and the password of the database address" };
const FULL: Meaning = {
  code: "disk_full",
  why: "the database server has no disk space left",
  label: "Free some disk space on the database server and try again",
};
const BUSY: Meaning = {
  code: "store_failed",
  why: "the database has no connection left",
  label: "Raise max_connections of PostgreSQL, or run fewer servers on this database",
};
const SLOW: Meaning = {
  code: "store_failed",
  why: "the database took too long to answer",
  label: "Check the load of the database server",
};
const IN_USE: Meaning = {
  code: "store_failed",
  why: "all connections of this server to the database are in use",
  label: "Check the load of the database server",
};
const READ_ONLY: Meaning = {
  code: "store_failed",
  why: "the database is read-only",
  label: "Use the address of the primary server",
};

/** https://www.postgresql.org/docs/current/errcodes-appendix.html and the names of the system. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  "25006": READ_ONLY,
  "28000": REFUSED,
  "28P01": REFUSED,
  "3D000": { code: "bad_config", label: "Create the database first, for example with createdb" },
  "42501": NO_RIGHTS,
  "53100": FULL,
  "53300": BUSY,
  "55P03": SLOW,
  "57014": SLOW,
  "57P01": UNREACHABLE,
  "57P02": UNREACHABLE,
  "57P03": UNREACHABLE,
  "08000": UNREACHABLE,
  "08003": UNREACHABLE,
  "08006": UNREACHABLE,
  ECONNREFUSED: UNREACHABLE,
  ECONNRESET: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ENOENT: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  EAI_AGAIN: UNREACHABLE,
  EPIPE: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
};
/** Errors of the driver have no code. */
const LOST_CONNECTION = /Connection terminated|timeout expired|not queryable/i;
const TOO_SLOW = /Query read timeout/i;
const NONE_FREE = /timeout exceeded when trying to connect/i;

/** `doing` completes "Could not …", `name` is the database without its password. Our own errors stay as they are. */
export function toPostgresError(name: string, doing: string, cause: unknown): ParleyError {
  if (cause instanceof ParleyError) return cause;
  const words = wordsOf(cause);
  const { code, why, label } = meaningOf(cause, words) ?? { code: "store_failed" as const };
  const message = `Could not ${doing} in ${name}: ${why === undefined ? words : `${why} (${words})`}`;
  return new ParleyError(label === undefined ? { code, message, cause } : { code, message, cause, remedy: { label } });
}

/** Another attempt may succeed: two transactions were in each other's way. */
export function isConflict(error: unknown): boolean {
  const code = errorCodeOf(error);
  return code === "40001" || code === "40P01";
}

/** The driver has waited long enough: the connection may be dead. */
export function isTimeout(error: unknown): error is Error {
  return error instanceof Error && TOO_SLOW.test(error.message);
}

function meaningOf(cause: unknown, words: string): Meaning | undefined {
  const known = MEANINGS[errorCodeOf(cause) ?? ""];
  if (known !== undefined) return known;
  if (LOST_CONNECTION.test(words)) return UNREACHABLE;
  if (NONE_FREE.test(words)) return IN_USE;
  return TOO_SLOW.test(words) ? SLOW : undefined;
}

/** Several addresses of one host fail as one error without words of its own. */
function wordsOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === "") return cause.errors.map(wordsOf).join("; ");
  return cause instanceof Error ? cause.message : String(cause);
}
