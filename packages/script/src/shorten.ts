// Cutting text to a length that people read.

/** At most `charsMax` characters and an ellipsis; never half a surrogate pair. */
export function shorten(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `${text.slice(0, charsMax).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** One line, cut between words where there are any; undefined if there is no text. */
export function toTitle(text: string, charsMax: number): string | undefined {
  // What is far behind cannot matter, and a prompt may be very long.
  const start = text.trimStart().slice(0, 10 * charsMax);
  const line = start.replaceAll(/\s+/g, " ").trimEnd();
  if (line === "") return undefined;
  if (line.length <= charsMax) return line;
  const space = line.lastIndexOf(" ", charsMax - 1);
  return space > 0 ? `${line.slice(0, space)}…` : shorten(line, charsMax - 1);
}
