// Measures and cuts text by columns. A character is a grapheme.
import stringWidth from "string-width";

/** Characters that always take one column: ASCII, Latin letters, and the marks, arrows, lines and dots that Parley draws with. */
const NARROW =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u259f\u25cb\u25cf\u2713\u2717\u2800-\u28ff]*$/;
/** Characters that always take two columns: ideographs, kana, Hangul and their punctuation, none of which joins another. */
const WIDE_RANGES = String.raw`\u3001-\u3029\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60`;
const WIDE = new RegExp(`[${WIDE_RANGES}]`, "g");
/** Every character is one unit of the text. */
const APART = new RegExp(NARROW.source.replace("[", `[${WIDE_RANGES}`));
const ELLIPSIS = "…";

export function widthOf(text: string): number {
  if (isNarrow(text)) return text.length;
  if (APART.test(text)) return text.length + (text.match(WIDE)?.length ?? 0);
  let width = 0;
  for (const part of partsOf(text)) width += stringWidth(part);
  return width;
}

/** Whether the text is not wider than that. Of a text that is much longer, only the beginning is measured. */
export function fitsIn(text: string, columns: number): boolean {
  if (isNarrow(text)) return text.length <= columns;
  let width = 0;
  for (const part of partsOf(text)) {
    width += widthOf(part);
    if (width > columns) return false;
  }
  return true;
}

/** Whether every character takes one column. */
export function isNarrow(text: string): boolean {
  return NARROW.test(text);
}

/** The characters of a text. */
export function charactersOf(text: string): string[] {
  if (APART.test(text)) return text.split("");
  return Array.from(eachCharacter(text));
}

function* eachCharacter(text: string): Generator<string> {
  for (const part of partsOf(text)) for (const { segment } of segments(part)) yield segment;
}

/** The segmenter copies the text for every character, which takes minutes for a long one. Parts end between characters. */
function* partsOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    let part = text.slice(at, at + PART_UNITS);
    if (at + part.length < text.length) {
      const last = segments(part).containing(part.length - 1)?.index ?? 0;
      if (last > 0) part = part.slice(0, last);
    }
    yield part;
    at += part.length;
  }
}

const PART_UNITS = 1_024;

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
  for (const character of eachCharacter(text)) {
    width += widthOf(character);
    if (width > columns) break;
    taken += character;
  }
  return taken;
}

/** The beginning, with an ellipsis if something is missing. */
export function shortened(text: string, columns: number): string {
  if (fitsIn(text, columns)) return text;
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
