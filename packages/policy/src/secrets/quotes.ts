// Quotes, including escaped ones of text in JSON, or in JSON inside JSON: each level adds backslashes before them.

export interface Quote {
  readonly quote: string;
  /** Backslashes before it. */
  readonly escapes: number;
  readonly length: number;
}

/** Each level of JSON doubles the backslashes before a quote; four levels are enough. */
const ESCAPES_MAX = 15;

export function quoteAt(text: string, at: number): Quote | undefined {
  let escapes = 0;
  while (escapes < ESCAPES_MAX && text[at + escapes] === "\\") escapes += 1;
  const quote = text[at + escapes];
  if (quote !== '"' && quote !== "'" && quote !== "`") return undefined;
  return { quote, escapes, length: escapes + 1 };
}

/** The end of the value that begins here; the end of the text if it is truncated. */
export function findQuotedEnd(text: string, start: number, { quote, escapes }: Quote): number {
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
