// Finds the words of a search in an excerpt, because the server returns only the text.

/** Returns the position of the first word that occurs literally, if any. */
export function matchOf(excerpt: string, query: string): { readonly start: number; readonly end: number } {
  const text = excerpt.toLowerCase();
  for (const word of query.toLowerCase().match(/"[^"]+"|[^\s"]+/g) ?? []) {
    const plain = word.replaceAll('"', "");
    const start = text.indexOf(plain);
    if (plain !== "" && start !== -1) return { start, end: start + plain.length };
  }
  return { start: 0, end: 0 };
}
