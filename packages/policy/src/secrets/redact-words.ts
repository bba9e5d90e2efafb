// Redacts secrets in a list of arguments, depending on the preceding words.
import { isSecretName } from "../secret-names.ts";
import { findOptions } from "./find-options.ts";
import { HIDDEN, mergeSpans, type Span } from "./spans.ts";

const OPTION = /^--?[\w.-]{1,100}$/;

/** The last of a command's words as it may be shown, judging by the words before it. */
export function redactLastWord(words: readonly string[]): string {
  const word = words.at(-1) ?? "";
  const before = words.at(-2);
  if (before === undefined || word === "") return word;
  if (OPTION.test(before) && isSecretName(before) && !/^\d+$/.test(word)) return HIDDEN;
  const line = words.join(" ");
  const start = line.length - word.length;
  const spans: Span[] = [];
  findOptions(line, spans);
  const own = mergeSpans(spans).filter(({ end }) => end > start);
  let shown = "";
  let from = start;
  for (const span of own) {
    shown += line.slice(from, Math.max(from, span.start)) + HIDDEN;
    from = Math.max(from, span.end);
  }
  return shown + line.slice(from);
}
