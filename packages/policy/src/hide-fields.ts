// Finds quoted fields, as JSON and its kin have them, whose values a caller wants hidden; also in JSON that is a text in JSON.
import { isCount } from "./secret-names.ts";
import { findQuotedEnd } from "./secrets/quotes.ts";
import type { Span } from "./secrets/spans.ts";

/** Bounded, so that no position takes long. */
const FIELD = /(?<!\\)(\\{0,15})(["'])([\w-]{1,100})\1\2\s*:\s*\1(["'])/g;
/** Without one, there are no fields. */
const FIELD_SIGN = /["']\s*:/;

/** Values other than text stay unchanged. */
export function findFields(text: string, hides: (name: string) => boolean, spans: Span[]): void {
  if (!FIELD_SIGN.test(text)) return;
  let from = 0;
  for (const match of text.matchAll(FIELD)) {
    const [whole, escape = "", , name = "", quote = ""] = match;
    // The text of a value that is not hidden is searched, because it may contain fields.
    if (match.index < from || !hides(name)) continue;
    const start = match.index + whole.length;
    from = findQuotedEnd(text, start, { quote, escapes: escape.length, length: whole.length });
    const value = text.slice(start, from);
    if (value !== "" && !isCount(name, value)) spans.push({ start, end: from, kind: `field ${name}` });
  }
}
