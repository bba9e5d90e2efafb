// Values of fields that other systems omit, derived from the other fields; undefined if that is impossible.
import type { Fields } from "../decode-trail.ts";

const OPTION_NAMES = new Map<unknown, string>([
  ["allow_once", "Allow once"],
  ["allow_always", "Always allow"],
  ["reject_once", "Reject once"],
  ["reject_always", "Always reject"],
  ["deny", "Reject once"],
]);

export function nameOfOption({ kind, optionId }: Fields): unknown {
  return OPTION_NAMES.get(kind) ?? optionId;
}

/** The last part of an address, or all of it. */
export function nameOfLink({ uri }: Fields): unknown {
  if (typeof uri !== "string") return undefined;
  return /([^/?#]+)\/*(?:[?#].*)?$/s.exec(uri)?.[1] ?? uri;
}

/** Some omit an empty new text; next to an old text or a path, the meaning is clear. */
export function emptiedText({ path, oldText }: Fields): string | undefined {
  return typeof oldText === "string" || (typeof path === "string" && path !== "") ? "" : undefined;
}

/** The exit code is next to the output instead of in an object; null while the command runs. */
export function exitStatusOf({ exitCode }: Fields): Fields | undefined {
  return typeof exitCode === "number" ? { exitCode } : undefined;
}
