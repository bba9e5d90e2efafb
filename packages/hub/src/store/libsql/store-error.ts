// What went wrong in the database, as an error of ours.
import { ParleyError, errorCodeOf } from "@parley/base";

const FULL = "Make room on the disk, and try again";
const REFUSED = "Make room on the disk, or raise the disk quota or the limit on file sizes (ulimit -f), and try again";
/**
 * SQLite tells a full disk from other failures of a write by ENOSPC alone: a used-up quota and a file that reached the largest size
 * look like a broken disk. All of them mean that nothing more can be stored, and each passes when somebody makes room.
 */
const REFUSED_WRITES = new Set(["SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_TRUNCATE"]);
const DAMAGED =
  "Stop the server, move the file away (with those that begin with its name), and put back a copy of it if there is one";

/** `doing` goes on "Could not …". An error of ours stays as it is. */
export function toStoreError(path: string, doing: string, cause: unknown): ParleyError {
  if (cause instanceof ParleyError) return cause;
  const code = errorCodeOf(cause) ?? "";
  const words = cause instanceof Error ? cause.message : String(cause);
  const isDamaged = /^SQLITE_(?:CORRUPT|NOTADB)/.test(code);
  const message = isDamaged ? `${path} is damaged: could not ${doing}` : `Could not ${doing} in ${path}`;
  const isRefused = REFUSED_WRITES.has(code) || code === "EFBIG";
  const label = isDamaged ? DAMAGED : isRefused ? REFUSED : isFull(code) ? FULL : undefined;
  const why = isRefused ? "the system refuses more data (disk quota, file size limit or a failing disk)" : words;
  const fields = {
    code: isFull(code) || isRefused ? ("disk_full" as const) : ("store_failed" as const),
    message: `${message}: ${why}`,
    cause,
  };
  return new ParleyError(label === undefined ? fields : { ...fields, remedy: { label } });
}

function isFull(code: string): boolean {
  return code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT";
}

/** There is such a row already. */
export function isTaken(error: unknown): boolean {
  return /^SQLITE_CONSTRAINT_(?:PRIMARYKEY|UNIQUE)$/.test(errorCodeOf(error) ?? "");
}

/** What it belongs to is not there. */
export function isOwnerMissing(error: unknown): boolean {
  return errorCodeOf(error) === "SQLITE_CONSTRAINT_FOREIGNKEY";
}
