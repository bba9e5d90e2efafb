// `@path` and `@path:10-20` in a prompt: where they are, and which word the cursor is in.

export interface Mention {
  /** Of the `@`. */
  readonly start: number;
  readonly end: number;
  /** Without the `@` and the quotes. */
  readonly path: string;
}

/** After a space or an opening bracket; a path with spaces stands in quotes. */
const MENTION = /(^|[\s([{])@(?:"([^"\n]+)"((?::\d+(?:-\d+)?)?)|([^\s"]+))/g;

export function findMentions(text: string): Mention[] {
  const found: Mention[] = [];
  for (const match of text.matchAll(MENTION)) {
    const [whole, before = "", quoted, lines = "", plain = ""] = match;
    const start = match.index + before.length;
    // Punctuation after a path is the sentence's.
    const path = quoted === undefined ? plain.replace(/[,.;:!?)\]}]+$/, "") : quoted + lines;
    const cut = quoted === undefined ? plain.length - path.length : 0;
    if (path !== "") found.push({ start, end: match.index + whole.length - cut, path });
  }
  return found;
}

/** The mention that is being typed at the cursor. */
export function mentionAt(
  text: string,
  cursor: number,
): { readonly start: number; readonly query: string } | undefined {
  const match = /(^|[\s([{])@(?:"([^"\n]*)|([^\s"]*))$/.exec(text.slice(0, cursor));
  if (match === null) return undefined;
  return { start: match.index + (match[1]?.length ?? 0), query: match[2] ?? match[3] ?? "" };
}

export function toMention(path: string): string {
  return /\s/.test(path) ? `@"${path}"` : `@${path}`;
}
