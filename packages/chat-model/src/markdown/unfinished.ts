// Handles unfinished markdown: where it may be cut, and how to show marks that are still open.
import { Lexer } from "marked";

/** Finds a position after a space, outside emphasis, code and links, and not after `latest`; 0 if there is none. */
export function cutPlace(source: string, latest: number): number {
  let place = 0;
  let start = 0;
  for (const { type, raw } of Lexer.lexInline(source)) {
    if (start >= latest) break;
    if (type === "text") {
      const end = Math.min(raw.length, latest - start);
      const space = Math.max(raw.lastIndexOf(" ", end - 1), raw.lastIndexOf("\n", end - 1));
      if (space !== -1) place = start + space + 1;
    } else if (type === "br") {
      place = start + raw.length;
    }
    start += raw.length;
  }
  return place;
}

/** Closes emphasis and code that are still open, and hides a mark that is not followed by text yet. */
export function withoutOpenMarks(source: string): string {
  const line = source.slice(source.lastIndexOf("\n") + 1);
  const bare = line.replace(/\\./g, "");
  const ticks = bare.split("`").length - 1;
  if (ticks % 2 === 1) return source.endsWith("`") ? source.slice(0, -1) : `${source}\``;
  const outsideCode = bare.replace(/`[^`]*`/g, "");
  if (/(^|\s)[*_]{1,3}$/.test(source))
    return /\S/.test(line.replace(/[*_]+$/, "")) ? source.replace(/[*_]+$/, "") : source;
  const stars = outsideCode.split("**").length - 1;
  return stars % 2 === 1 ? `${source.replace(/\*$/, "")}**` : source;
}
