// Hides the values of quoted fields, as JSON and its kin have them; also in JSON that is a text in JSON.
import { isCount } from "./secret-names.ts";

/** JSON in JSON doubles what stands before a quote, level by level; four are enough. Bounded, so that no place is tried for long. */
const FIELD = /(?<!\\)(\\{0,15})(["'])([\w-]{1,100})\1\2\s*:\s*\1(["'])/g;
/** Without one, there is no field. */
const FIELD_SIGN = /["']\s*:/;

/** A value that is no text is left as it is. */
export function hideFields(text: string, hides: (name: string) => boolean, hidden: string): string {
  if (!FIELD_SIGN.test(text)) return text;
  let done = "";
  let from = 0;
  for (const match of text.matchAll(FIELD)) {
    const [whole, escape = "", , name = "", quote = ""] = match;
    // What is not hidden is gone on with: there may be fields in its text.
    if (match.index < from || !hides(name)) continue;
    const start = match.index + whole.length;
    const end = findEnd(text, start, escape.length, quote);
    const value = text.slice(start, end);
    done += text.slice(from, start) + (value === "" || isCount(name, value) ? value : hidden);
    from = end;
  }
  return done + text.slice(from);
}

/** Where the value ends that begins here; the end of the text, if that was cut. */
function findEnd(text: string, start: number, escapes: number, quote: string): number {
  for (let at = text.indexOf(quote, start); at !== -1; at = text.indexOf(quote, at + 1)) {
    let first = at;
    while (first > start && text[first - 1] === "\\") first -= 1;
    const backslashes = at - first;
    // Each level doubles the backslashes before a quote and adds one; a quote within the value is one level deeper.
    const isWithin = (backslashes + 1) % (2 * (escapes + 1)) === 0;
    if (!isWithin) return at - Math.min(escapes, backslashes);
  }
  return text.length;
}
