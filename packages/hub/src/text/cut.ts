// Texts made to fit: never through the middle of a character, and never without a sign that something is missing.

export function keepStart(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `${text.slice(0, Math.max(0, charsMax - 1)).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** What came last matters most. */
export function keepEnd(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `…${text.slice(text.length - Math.max(0, charsMax - 1)).replace(/^[\uDC00-\uDFFF]/, "")}`;
}

/** For titles and lists. */
export function oneLine(text: string, charsMax: number): string {
  return keepStart(text.trim().replaceAll(/\s+/g, " "), charsMax);
}
