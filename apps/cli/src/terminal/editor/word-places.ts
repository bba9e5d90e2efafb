// Finds the boundaries of words and lines, for moving and deleting.

const WORD = /[\p{L}\p{N}\p{M}_]/u;

export function wordStart(text: string, from: number): number {
  let place = from;
  while (place > 0 && !isWord(text, place - 1)) place -= 1;
  while (place > 0 && isWord(text, place - 1)) place -= 1;
  return place;
}

export function wordEnd(text: string, from: number): number {
  let place = from;
  while (place < text.length && !isWord(text, place)) place += 1;
  while (place < text.length && isWord(text, place)) place += 1;
  return place;
}

/** A word as Ctrl-W in shells defines it: everything between spaces. */
export function bigWordStart(text: string, from: number): number {
  let place = from;
  while (place > 0 && /\s/.test(text[place - 1] ?? "")) place -= 1;
  while (place > 0 && /\S/.test(text[place - 1] ?? "")) place -= 1;
  return place;
}

export function lineStart(text: string, from: number): number {
  return from === 0 ? 0 : text.lastIndexOf("\n", from - 1) + 1;
}

export function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** Both halves of a surrogate pair count as the whole character. */
function isWord(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  const start = unit >= 0xdc00 && unit <= 0xdfff && index > 0 ? index - 1 : index;
  return WORD.test(String.fromCodePoint(text.codePointAt(start) ?? 0));
}
