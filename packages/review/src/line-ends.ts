// Line ends: editors have one kind per document, files may mix them.

/** As an editor reads it: CR LF and a lone CR end a line as well. */
export function toLf(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
}

/** The kinds of line ends that occur. */
export function lineEndsOf(text: string): ReadonlySet<string> {
  if (!text.includes("\r")) return new Set(text.includes("\n") ? ["\n"] : []);
  return new Set([...text.matchAll(/\r\n?|\n/g)].map(([end]) => end));
}
