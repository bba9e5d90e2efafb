// Turns errors of the database into our own.
import { ParleyError, errorCodeOf } from "@parley/base";

const FULL = "Free some disk space and try again";
const REFUSED = "Free some disk space, or raise the disk quota or the file size limit (ulimit -f), and try again";
/**
 * SQLite recognises a full disk by ENOSPC only: an exceeded quota or file size limit looks like a broken disk. In all these cases
 * nothing more can be stored until there is space again.
 */
const REFUSED_WRITES = new Set(["SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_TRUNCATE"]);
const DAMAGED =
  "Stop the server, move the file and those whose names start with its name away, and restore a backup if you have one";

/** `doing` completes "Could not …". Our own errors stay as they are. */
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
