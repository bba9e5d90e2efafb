// Finds the words of a search in an excerpt, because the server returns only the text.
import { foldCase } from "@parley/base";

/** Returns the position of the first word that occurs literally, if any. */
export function matchOf(excerpt: string, query: string): { readonly start: number; readonly end: number } {
  const text = foldCase(excerpt);
  for (const word of foldCase(query).match(/"[^"]+"|[^\s"]+/g) ?? []) {
    const plain = word.replaceAll('"', "");
    const start = text.indexOf(plain);
    if (plain !== "" && start !== -1) return { start, end: start + plain.length };
  }
  return { start: 0, end: 0 };
}
