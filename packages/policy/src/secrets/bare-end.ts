// Finds the end of a value without quotes.

const ENDS: ReadonlySet<string> = new Set([" ", "\t", "\r", "\n", '"', "'", "`", "&", ";", "|", "<"]);
/** The number of characters that are examined before a value is known to be a secret. */
const EXAMINED_CHARS = 512;

export function examinedEnd(text: string, from: number): number {
  return bareEnd(text, from, from + EXAMINED_CHARS);
}

export function bareEnd(text: string, from: number, limit: number = text.length): number {
  const last = Math.min(text.length, limit);
  let at = from;
  while (at < last && !ENDS.has(text[at] ?? "")) at += 1;
  return at;
}
