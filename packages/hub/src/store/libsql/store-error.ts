// What went wrong in the database, as an error of ours.
import { ParleyError } from "@parley/base";
import { errnoOf } from "@parley/home";

const FULL = "Make room on the disk, and try again";
const DAMAGED =
  "Stop the server, move the file away (with those that begin with its name), and put back a copy of it if there is one";

/** `doing` goes on "Could not …". An error of ours stays as it is. */
export function toStoreError(path: string, doing: string, cause: unknown): ParleyError {
  if (cause instanceof ParleyError) return cause;
  const code = errnoOf(cause) ?? "";
  const words = cause instanceof Error ? cause.message : String(cause);
  const isDamaged = /^SQLITE_(?:CORRUPT|NOTADB)/.test(code);
  const message = isDamaged ? `${path} is damaged: could not ${doing}` : `Could not ${doing} in ${path}`;
  const label = isDamaged ? DAMAGED : isFull(code) ? FULL : undefined;
  const fields = {
    code: isFull(code) ? ("disk_full" as const) : ("store_failed" as const),
    message: `${message}: ${words}`,
    cause,
  };
  return new ParleyError(label === undefined ? fields : { ...fields, remedy: { label } });
}

function isFull(code: string): boolean {
  return code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT";
}

/** There is such a row already. */
export function isTaken(error: unknown): boolean {
  return /^SQLITE_CONSTRAINT_(?:PRIMARYKEY|UNIQUE)$/.test(errnoOf(error) ?? "");
}

/** What it belongs to is not there. */
export function isOwnerMissing(error: unknown): boolean {
  return errnoOf(error) === "SQLITE_CONSTRAINT_FOREIGNKEY";
}
