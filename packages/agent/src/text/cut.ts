// Shortens text for a model, with a note on what is missing.
import { endOf, startOf } from "@parley/base";

/** With a note instead of an ellipsis, so that a model does not take the text as complete. */
export function cutWithNote(text: string, charsMax: number, note: string): string {
  return text.length <= charsMax ? text : `${startOf(text, charsMax)}\n\n[${note}]`;
}

export interface KeptEnds {
  readonly headChars: number;
  readonly tailChars: number;
  /** Cuts at line ends, if there are any nearby. */
  readonly atLines?: boolean | undefined;
}

/** Keeps the beginning and the end, with a note on the number of missing characters. */
export function cutMiddle(
  text: string,
  { headChars, tailChars, atLines = false }: KeptEnds,
  note: (gone: number) => string,
): string {
  if (text.length <= headChars + tailChars) return text;
  const head = atLines ? toLineEnd(startOf(text, headChars)) : startOf(text, headChars);
  const tail = atLines ? fromLineStart(endOf(text, tailChars)) : endOf(text, tailChars);
  return `${head}\n${note(text.length - head.length - tail.length)}\n${tail}`;
}

/** The beginning gets more, because it introduces the text. */
export const HEAD_SHARE = 0.6;
const NOTE_CHARS = 60;

/** Fits within `charsMax`, including the note, if there is room for one. */
export function fitMiddle(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const room = Math.max(0, charsMax - NOTE_CHARS);
  const headChars = Math.floor(room * HEAD_SHARE);
  const ends = { headChars, tailChars: room - headChars };
  return cutMiddle(text, ends, (gone) => `[… ${gone} characters omitted …]`);
}

function toLineEnd(head: string): string {
  const end = head.lastIndexOf("\n");
  return end > head.length / 2 ? head.slice(0, end) : head;
}

function fromLineStart(tail: string): string {
  const start = tail.indexOf("\n");
  return start !== -1 && start < tail.length / 2 ? tail.slice(start + 1) : tail;
}

export interface CutText {
  readonly text: string;
  readonly isCut: boolean;
}

/** Cuts to a number of UTF-8 bytes. */
export function cutBytes(text: string, bytesMax: number): CutText {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return { text, isCut: false };
  let end = Math.max(0, bytesMax);
  // Bytes starting with the bits 10 continue a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { text: bytes.subarray(0, end).toString("utf8"), isCut: true };
}

/** The same, but at a line end if there is one nearby. */
export function cutBytesAtLine(text: string, bytesMax: number): CutText {
  const kept = cutBytes(text, bytesMax);
  return kept.isCut ? { text: toLineEnd(kept.text), isCut: true } : kept;
}
