// Where in an excerpt the words of a search are: the server says only which text has them.

/** The first of the words that is there; nothing if none is, as it stands. */
export function matchOf(excerpt: string, query: string): { readonly start: number; readonly end: number } {
  const text = excerpt.toLowerCase();
  for (const word of query.toLowerCase().match(/"[^"]+"|[^\s"]+/g) ?? []) {
    const plain = word.replaceAll('"', "");
    const start = text.indexOf(plain);
    if (plain !== "" && start !== -1) return { start, end: start + plain.length };
  }
  return { start: 0, end: 0 };
}
