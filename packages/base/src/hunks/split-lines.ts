// Lines of a text, as diffs count them.

/** Each line with its LF. */
export function splitLines(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}
