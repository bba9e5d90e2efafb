// Splits a byte stream into lines, in linear time and bounded memory, for any chunk boundaries.
import { HeldBytes } from "./held-bytes.ts";
import { SkippedBytes } from "./skipped-bytes.ts";

const NEWLINE = 10;

export interface LineSink {
  /** A line without its newline; never blank. Invalid UTF-8 reads as U+FFFD. */
  line(text: string, bytes: number): void;
  tooLong(head: string, tail: string, bytes: number): void;
}

export class LineSplitter {
  readonly #sink: LineSink;
  readonly #lineBytesMax: number;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #held: HeldBytes;
  #skipped: SkippedBytes | undefined;

  constructor(sink: LineSink, lineBytesMax: number) {
    this.#sink = sink;
    this.#lineBytesMax = lineBytesMax;
    this.#held = new HeldBytes(lineBytesMax);
  }

  push(chunk: Uint8Array): void {
    if (this.#skipped === undefined && this.#held.length + chunk.length <= this.#lineBytesMax) this.#pushFitting(chunk);
    else this.#pushChecked(chunk);
  }

  /** Length of the line that is being skipped; 0 if none is. */
  get skippedBytes(): number {
    return this.#skipped?.bytes ?? 0;
  }

  /** The stream is over: a last line without a newline counts. */
  end(): void {
    if (this.#skipped !== undefined) this.#reportSkipped();
    else if (this.#held.length > 0) this.#emit(this.#held.takeWith(new Uint8Array(0)));
  }

  /** No line here can be too long, so all complete ones are decoded in one go. */
  #pushFitting(chunk: Uint8Array): void {
    const last = chunk[chunk.length - 1] === NEWLINE ? chunk.length - 1 : chunk.lastIndexOf(NEWLINE);
    if (last === -1) {
      this.#held.append(chunk);
      return;
    }
    // Most chunks end with a line, so no rest has to be cut off; a view would cost as much as the line.
    const isWhole = last + 1 === chunk.length;
    const bytes = this.#held.takeWith(isWhole ? chunk : chunk.subarray(0, last + 1));
    const text = this.#decoder.decode(bytes);
    if (!isWhole) this.#held.append(chunk.subarray(last + 1));
    // Usually each character is one byte, and the lengths need not be looked up.
    const narrow = text.length === bytes.length;
    let start = 0;
    let startByte = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      const endByte = narrow ? end : bytes.indexOf(NEWLINE, startByte);
      this.#emitText(text.slice(start, end), endByte - startByte);
      start = end + 1;
      startByte = endByte + 1;
    }
  }

  /** Line by line, because one of them may be over the limit. */
  #pushChecked(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#extend(chunk.subarray(start, end));
      if (this.#skipped === undefined) this.#emit(this.#held.takeWith(new Uint8Array(0)));
      else this.#reportSkipped();
      start = end + 1;
    }
    this.#extend(chunk.subarray(start));
  }

  #extend(part: Uint8Array): void {
    if (this.#skipped === undefined && this.#held.length + part.length > this.#lineBytesMax) {
      this.#skipped = new SkippedBytes(this.#held);
    }
    if (this.#skipped === undefined) this.#held.append(part);
    else this.#skipped.add(part);
  }

  #reportSkipped(): void {
    const { head, tail, bytes } = this.#skipped ?? new SkippedBytes(this.#held);
    this.#skipped = undefined;
    this.#sink.tooLong(this.#decoder.decode(head), this.#decoder.decode(tail), bytes);
  }

  #emit(bytes: Uint8Array): void {
    this.#emitText(this.#decoder.decode(bytes), bytes.length);
  }

  #emitText(text: string, bytes: number): void {
    // JSON does not allow a byte order mark, but some writers start with one.
    const line = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    if (!isBlank(line)) this.#sink.line(line, bytes);
  }
}

/** JSON starts with a visible character, so the first byte usually shows that a long line is not blank. */
function isBlank(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code !== 32 && code !== 13 && code !== 9) return false;
  }
  return true;
}
