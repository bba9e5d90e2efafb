// Wraps lines between words, or within a word that is longer than a line.
import type { Line, Span } from "./line.ts";
import { charactersOf, fitsIn, isNarrow, takeColumns, widthOf } from "./width.ts";

export interface WrapOptions {
  /** The indentation of the first row. */
  readonly first?: Line;
  /** The indentation of the other rows, of the same width. */
  readonly rest?: Line;
}

/** A piece of text that must not be broken, or the space between two pieces. */
interface Piece {
  readonly span: Span;
  readonly width: number;
  readonly isSpace: boolean;
}

/** Returns at least one row; none is wider than `columns`, unless a single character is. */
export function wrapLine(drawn: Line, columns: number, { first = [], rest = first }: WrapOptions = {}): Line[] {
  const room = Math.max(1, columns - lineWidth(first));
  const rows = breakWords(drawn, room);
  return rows.map((row, index) => (index === 0 ? [...first, ...row] : [...rest, ...row]));
}

export function lineWidth(drawn: Line): number {
  let width = 0;
  for (const { text } of drawn) width += widthOf(text);
  return width;
}

function fits(drawn: Line, columns: number): boolean {
  let room = columns;
  for (const { text } of drawn) {
    if (!fitsIn(text, room)) return false;
    room -= widthOf(text);
  }
  return true;
}

/** Truncates the line with an ellipsis if it does not fit. */
export function shortenedLine(drawn: Line, columns: number): Line {
  if (fits(drawn, columns)) return drawn;
  const kept: Span[] = [];
  let room = Math.max(1, columns - 1);
  for (const part of drawn) {
    const text = takeColumns(part.text, room);
    if (text !== "") kept.push({ ...part, text });
    if (text.length < part.text.length) break;
    room -= widthOf(text);
  }
  return [...kept, { text: "…", style: kept.at(-1)?.style }];
}

/** Breaks at any character, for code and addresses, in which no space may be lost. */
export function breakCharacters(drawn: Line, columns: number): Line[] {
  const rows = new Rows(columns);
  for (const { text, ...rest } of drawn) {
    if (rows.room >= text.length && widthOf(text) <= rows.room) rows.add({ text, ...rest }, widthOf(text));
    else for (const piece of charactersOf(text)) rows.addOrBreak({ text: piece, ...rest }, widthOf(piece));
  }
  return rows.end();
}

function breakWords(drawn: Line, columns: number): Line[] {
  if (lineWidth(drawn) <= columns) return [drawn];
  const plain = toPlain(drawn);
  if (plain !== undefined) return breakPlain(plain, columns);
  const rows = new Rows(columns);
  let spaces: Piece[] = [];
  for (const word of toWords(drawn)) {
    if (word[0]?.isSpace === true) {
      spaces.push(...word);
      continue;
    }
    const width = sum(word);
    const gap = sum(spaces);
    if (gap + width <= rows.room) rows.addAll(spaces);
    else if (!rows.isAtStart) rows.break();
    else if (gap < columns) rows.addAll(spaces);
    spaces = [];
    if (width <= rows.room) rows.addAll(word);
    else for (const { span } of word) addByCharacter(rows, span);
  }
  return rows.end();
}

/** The line as one span, if it has one style and only characters of one column, as nearly all text has. */
function toPlain(drawn: Line): Span | undefined {
  const [first] = drawn;
  if (first === undefined) return undefined;
  let joined = "";
  for (const { text, style, link, picture } of drawn) {
    if (style !== first.style || link !== first.link || picture !== undefined) return undefined;
    joined += text;
  }
  return isNarrow(joined) ? { ...first, text: joined } : undefined;
}

/** Breaks between words as `breakWords` does; every row is a part of the text, so that nothing is measured or joined. */
function breakPlain({ text, ...rest }: Span, columns: number): Line[] {
  const rows: Line[] = [];
  const push = (from: number, to: number): void => {
    rows.push(from === to ? [] : [{ text: text.slice(from, to), ...rest }]);
  };
  let start = 0;
  let end = 0;
  while (end < text.length) {
    const word = endOfSpaces(text, end);
    if (word === text.length) break;
    const space = text.indexOf(" ", word);
    const wordEnd = space === -1 ? text.length : space;
    if (wordEnd - start > columns) {
      const isAtStart = end === start;
      if (!isAtStart) push(start, end);
      if (!isAtStart || word - start >= columns) start = word;
      for (; wordEnd - start > columns; start += columns) push(start, start + columns);
    }
    end = wordEnd;
  }
  if (end > start || rows.length === 0) push(start, end);
  return rows;
}

function endOfSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === SPACE) at += 1;
  return at;
}

const SPACE = 32;

function addByCharacter(rows: Rows, { text, ...rest }: Span): void {
  for (const character of charactersOf(text)) rows.addOrBreak({ text: character, ...rest }, widthOf(character));
}

/** Splits into words, which may have several styles. Wide characters are words, because lines may break between them. */
function toWords(drawn: Line): Piece[][] {
  const words: Piece[][] = [];
  let isJoinable = false;
  for (const { text, ...rest } of drawn) {
    for (const part of text.match(
      / +|[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[^ \u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]+/g,
    ) ?? []) {
      const isSpace = part.startsWith(" ");
      const isWide = !isSpace && /^[\u2e80-\uffef]/.test(part) && part.length === 1;
      const piece: Piece = { span: { text: part, ...rest }, width: widthOf(part), isSpace };
      const last = words.at(-1);
      if (last !== undefined && isJoinable && !isWide && last[0]?.isSpace === isSpace) last.push(piece);
      else words.push([piece]);
      isJoinable = !isWide;
    }
  }
  return words;
}

function sum(pieces: readonly Piece[]): number {
  let width = 0;
  for (const piece of pieces) width += piece.width;
  return width;
}

class Rows {
  readonly #columns: number;
  readonly #rows: Line[] = [];
  #row: Span[] = [];
  #width = 0;

  constructor(columns: number) {
    this.#columns = columns;
  }

  get room(): number {
    return this.#columns - this.#width;
  }

  get isAtStart(): boolean {
    return this.#width === 0;
  }

  add(span: Span, width: number): void {
    const last = this.#row.at(-1);
    if (last !== undefined && last.style === span.style && last.link === span.link) {
      this.#row[this.#row.length - 1] = { ...last, text: last.text + span.text };
    } else {
      this.#row.push(span);
    }
    this.#width += width;
  }

  addAll(pieces: readonly Piece[]): void {
    for (const { span, width } of pieces) this.add(span, width);
  }

  addOrBreak(span: Span, width: number): void {
    if (width > this.room && !this.isAtStart) this.break();
    this.add(span, width);
  }

  break(): void {
    this.#rows.push(this.#row);
    this.#row = [];
    this.#width = 0;
  }

  end(): Line[] {
    if (this.#row.length > 0 || this.#rows.length === 0) this.break();
    return this.#rows;
  }
}
