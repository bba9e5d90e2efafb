// Checks the name that a user gives to a session: one line that can be typed again.
import { ParleyError } from "@parley/base";
import { SESSION_NAME_CHARS_MAX } from "../limits.ts";

/** Characters that are invisible or hard to type. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Reserved: it refers to the most recent session. */
const LATEST = "latest";

/** `what`: the flag or argument that the error names. */
export function checkSessionName(text: string, what: string): string {
  const name = text.trim();
  const wrong = findFault(name);
  if (wrong === undefined) return name;
  throw new ParleyError({ code: "usage", message: `${what} ${wrong}`, remedy: { label: "Choose another name" } });
}

function findFault(name: string): string | undefined {
  if (name === "") return "is empty";
  if (name.length > SESSION_NAME_CHARS_MAX) return `is longer than ${SESSION_NAME_CHARS_MAX} characters`;
  if (INVISIBLE.test(name)) return "contains a control character or a line break";
  return name === LATEST ? `is "${LATEST}", which stands for the most recent session` : undefined;
}
