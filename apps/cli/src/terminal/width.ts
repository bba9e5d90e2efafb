// Measures and cuts text by columns. A character is a grapheme.
import stringWidth from "string-width";

/** Characters that always take one column: ASCII, Latin letters, and the marks, arrows, lines and dots that Parley draws with. */
const NARROW =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u259f\u25cb\u25cf\u2713\u2717\u2800-\u28ff]*$/;
const ELLIPSIS = "…";

export function widthOf(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}

/** The characters of a text. */
export function charactersOf(text: string): string[] {
  if (NARROW.test(text)) return text.split("");
  return Array.from(segments(text), ({ segment }) => segment);
}

/** The segmenter is created on first use, because it takes milliseconds and most text does not need it. */
let segmenter: Intl.Segmenter | undefined;

function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

/** The start of the character before this index. */
export function previousCharacter(text: string, index: number): number {
  if (index <= 0) return 0;
  const from = Math.max(0, index - SEARCHED_UNITS);
  let last = from;
  for (const { index: start } of segments(text.slice(from, index))) last = from + start;
  return last;
}

/** The end of the character at this index. */
export function nextCharacter(text: string, index: number): number {
  const [first] = segments(text.slice(index, index + SEARCHED_UNITS));
  return Math.min(text.length, index + (first?.segment.length ?? 1));
}

/** No meaningful character is longer than this. */
const SEARCHED_UNITS = 64;

/** Returns as much of the beginning as fits. */
export function takeColumns(text: string, columns: number): string {
  if (NARROW.test(text)) return text.slice(0, Math.max(0, columns));
  let taken = "";
  let width = 0;
  for (const { segment } of segments(text)) {
    width += widthOf(segment);
    if (width > columns) break;
    taken += segment;
  }
  return taken;
}

/** The beginning, with an ellipsis if something is missing. */
export function shortened(text: string, columns: number): string {
  if (text.length <= columns && widthOf(text) <= columns) return text;
  return columns <= 0 ? "" : takeColumns(text, columns - 1).trimEnd() + ELLIPSIS;
}

/** The end, with an ellipsis if something is missing: for paths. */
export function shortenedStart(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  if (columns <= 0) return "";
  const characters = charactersOf(text);
  let width = 1;
  let start = characters.length;
  while (start > 0) {
    width += widthOf(characters[start - 1] ?? "");
    if (width > columns) break;
    start -= 1;
  }
  return ELLIPSIS + characters.slice(start).join("");
}

export function padded(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}
