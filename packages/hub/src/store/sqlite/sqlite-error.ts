// Gives the errors of node:sqlite SQLite's names instead of its numbers (https://www.sqlite.org/rescode.html).

const PRIMARY_BITS = 0xff;

/** The ones that have a meaning for the store; of any other the name of its kind is enough. */
const EXTENDED: Readonly<Record<number, string>> = {
  778: "SQLITE_IOERR_WRITE",
  787: "SQLITE_CONSTRAINT_FOREIGNKEY",
  1546: "SQLITE_IOERR_TRUNCATE",
  1555: "SQLITE_CONSTRAINT_PRIMARYKEY",
  2067: "SQLITE_CONSTRAINT_UNIQUE",
  4874: "SQLITE_IOERR_SHMSIZE",
};

const PRIMARY: Readonly<Record<number, string>> = {
  1: "SQLITE_ERROR",
  3: "SQLITE_PERM",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  7: "SQLITE_NOMEM",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  15: "SQLITE_PROTOCOL",
  17: "SQLITE_SCHEMA",
  18: "SQLITE_TOOBIG",
  19: "SQLITE_CONSTRAINT",
  21: "SQLITE_MISUSE",
  25: "SQLITE_RANGE",
  26: "SQLITE_NOTADB",
};

class SqliteError extends Error {
  override readonly name = "SqliteError";
  readonly code: string;

  constructor(code: string, cause: Error) {
    super(cause.message, { cause });
    this.code = code;
  }
}

/** Errors of other origins stay as they are. */
export function toSqliteError(error: unknown): unknown {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return error;
  const { errcode } = error;
  return new SqliteError(EXTENDED[errcode] ?? PRIMARY[errcode & PRIMARY_BITS] ?? `SQLITE_${errcode}`, error);
}
