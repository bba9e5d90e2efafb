// Splits text or bytes into lines. An overlong line is reported and not kept.
import { DAMAGE_CHARS_MAX } from "../../limits.ts";

export interface TextLine {
  readonly text: string;
  /** Over the limit: the text is its beginning. */
  readonly isTooLong: boolean;
  /** The last line, without a line break. */
  readonly isHalf: boolean;
}

export class LineSplitter {
  readonly #lineCharsMax: number;
  readonly #decoder = new TextDecoder();
  /** The incomplete line. */
  #pieces: string[] = [];
  #chars = 0;
  /** The start of a line over the limit, while it continues. */
  #tooLong: string | undefined;

  constructor(lineCharsMax: number) {
    this.#lineCharsMax = lineCharsMax;
  }

  *push(chunk: Uint8Array | string): Generator<TextLine> {
    const text = typeof chunk === "string" ? chunk : this.#decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      this.#hold(text.slice(start, end));
      yield this.#take(false);
      start = end + 1;
    }
    this.#hold(text.slice(start));
  }

  /** The input has ended. */
  *end(): Generator<TextLine> {
    this.#hold(this.#decoder.decode());
    if (this.#chars > 0) yield this.#take(true);
  }

  #hold(text: string): void {
    this.#chars += text.length;
    if (text === "" || this.#tooLong !== undefined) return;
    this.#pieces.push(text);
    if (this.#chars <= this.#lineCharsMax) return;
    this.#tooLong = this.#pieces.join("").slice(0, DAMAGE_CHARS_MAX);
    this.#pieces = [];
  }

  #take(isHalf: boolean): TextLine {
    const line = { text: this.#tooLong ?? this.#pieces.join(""), isTooLong: this.#tooLong !== undefined, isHalf };
    this.#pieces = [];
    this.#chars = 0;
    this.#tooLong = undefined;
    return line;
  }
}
