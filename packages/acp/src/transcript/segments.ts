// Text that grows by appending: kept in pieces, joined when somebody looks.

/** Small pieces are put together once there are this many, so that they cost little more than their text. */
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

  /** The whole takes the place of the pieces, so that looking twice costs nothing. */
  text(): string {
    if (this.#small.length > 0) this.#fold();
    if (this.#pieces.length > 1) this.#pieces = [this.#pieces.join("")];
    return this.#pieces[0] ?? "";
  }

  dropHead(chars: number): void {
    const rest = this.text().slice(chars);
    this.#pieces = [rest];
    this.#length = rest.length;
  }

  #fold(): void {
    this.#pieces.push(this.#small.join(""));
    this.#small = [];
  }
}

/** The first place at or after `index` that is not inside a surrogate pair. */
export function cutPlace(text: string, index: number): number {
  const isInside = isHighSurrogate(text.charCodeAt(index - 1)) && isLowSurrogate(text.charCodeAt(index));
  return isInside ? index + 1 : index;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
