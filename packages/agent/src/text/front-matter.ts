// The front matter of a Markdown file: fields between two lines of `---`, then the text.

export interface SplitFile {
  /** The text between the lines; undefined if there is no front matter. */
  readonly head: string | undefined;
  /** The rest of the file, or all of it without front matter. */
  readonly body: string;
  /** The front matter is not closed. */
  readonly isUnclosed: boolean;
}

/** Normalised to LF, without a byte order mark. */
export function splitFrontMatter(text: string): SplitFile {
  const plain = toPlainLines(text);
  const opening = /^---[ \t]*\n/.exec(plain)?.[0];
  if (opening === undefined) return { head: undefined, body: plain, isUnclosed: false };
  const rest = plain.slice(opening.length);
  const closing = /^---[ \t]*$/m.exec(rest);
  if (closing === null) return { head: undefined, body: plain, isUnclosed: true };
  const body = rest.slice(closing.index + closing[0].length).replace(/^\n/, "");
  return { head: rest.slice(0, closing.index), body, isUnclosed: false };
}

export function toPlainLines(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}
