// Text that grows by appending: stored in pieces, which are joined on reading.

/** Small pieces are joined once there are this many, so that they take little more memory than their text. */
const SMALL_MAX = 1024;

export class Segments {
  #pieces: string[];
  #small: string[] = [];
  #length: number;

  constructor(text: string) {
    this.#pieces = [text];
    this.#length = text.length;
  }

  get length(): number {
    return this.#length;
  }

  append(text: string): void {
    this.#small.push(text);
    this.#length += text.length;
    if (this.#small.length >= SMALL_MAX) this.#fold();
  }

  /** The joined text replaces the pieces, so that reading again is free. */
  text(): string {
    this.#fold();
    if (this.#pieces.length > 1) this.#pieces = [this.#pieces.join("")];
    return this.#pieces[0] ?? "";
  }

  /** Drops `chars` from the beginning, or one more to keep a surrogate pair together; returns how many were dropped. */
  dropHead(chars: number): number {
    this.#fold();
    let left = chars;
    let gone = 0;
    let last = "";
    for (const piece of this.#pieces) {
      if (piece.length > left) break;
      left -= piece.length;
      gone += 1;
      if (piece !== "") last = piece;
    }
    const [first = "", ...rest] = this.#pieces.slice(gone);
    const before = left > 0 ? first.charCodeAt(left - 1) : last.charCodeAt(last.length - 1);
    const place = isHighSurrogate(before) && isLowSurrogate(first.charCodeAt(left)) ? left + 1 : left;
    this.#pieces = [first.slice(place), ...rest];
    const dropped = Math.min(chars, this.#length) + place - left;
    this.#length -= dropped;
    return dropped;
  }

  #fold(): void {
    if (this.#small.length === 0) return;
    this.#pieces.push(this.#small.join(""));
    this.#small = [];
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
