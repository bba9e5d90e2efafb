// Cuts a byte stream into lines, in linear time and bounded memory, wherever the chunks are cut.
import { HeldBytes } from "./held-bytes.ts";
import { HEAD_BYTES, TAIL_BYTES } from "./limits.ts";

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
  readonly #held = new HeldBytes();
  #skipped: SkippedLine | undefined;

  constructor(sink: LineSink, lineBytesMax: number) {
    this.#sink = sink;
    this.#lineBytesMax = lineBytesMax;
  }

  push(chunk: Uint8Array): void {
    if (this.#skipped === undefined && this.#held.length + chunk.length <= this.#lineBytesMax) this.#pushFitting(chunk);
    else this.#pushChecked(chunk);
  }

  /** The stream is over: a last line without a newline counts. */
  end(): void {
    if (this.#skipped !== undefined) this.#reportSkipped();
    else if (this.#held.length > 0) this.#emit(this.#held.takeWith(new Uint8Array(0)));
  }

  /** No line here can be too long, so all complete ones are decoded in one go. */
  #pushFitting(chunk: Uint8Array): void {
    const last = chunk.lastIndexOf(NEWLINE);
    if (last === -1) {
      this.#held.append(chunk);
      return;
    }
    const text = this.#decoder.decode(this.#held.takeWith(chunk.subarray(0, last)));
    if (last + 1 < chunk.length) this.#held.append(chunk.subarray(last + 1));
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      this.#emitText(text.slice(start, end), end - start);
      start = end + 1;
    }
    this.#emitText(start === 0 ? text : text.slice(start), text.length - start);
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
      this.#skipped = new SkippedLine(this.#held);
    }
    if (this.#skipped === undefined) this.#held.append(part);
    else this.#skipped.add(part);
  }

  #reportSkipped(): void {
    const { head, tail, bytes } = this.#skipped ?? new SkippedLine(this.#held);
    this.#skipped = undefined;
    this.#sink.tooLong(this.#decoder.decode(head), this.#decoder.decode(tail), bytes);
  }

  #emit(bytes: Uint8Array): void {
    this.#emitText(this.#decoder.decode(bytes), bytes.length);
  }

  #emitText(text: string, bytes: number): void {
    if (isBlank(text)) return;
    // A byte order mark is legal nowhere in JSON, yet some writers start with one.
    this.#sink.line(text.codePointAt(0) === 0xfeff ? text.slice(1) : text, bytes);
  }
}

/** What is remembered of a line that is over the limit: its ends and its length. */
class SkippedLine {
  head: Uint8Array;
  tail: Uint8Array;
  bytes: number;

  constructor(held: HeldBytes) {
    this.head = held.head(HEAD_BYTES);
    this.tail = held.tail(TAIL_BYTES);
    this.bytes = held.length;
    held.clear();
  }

  add(part: Uint8Array): void {
    this.bytes += part.length;
    if (this.head.length < HEAD_BYTES) this.head = join(this.head, part.subarray(0, HEAD_BYTES - this.head.length));
    this.tail = join(this.tail, part.subarray(-TAIL_BYTES)).slice(-TAIL_BYTES);
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** JSON starts with a visible character, so a long line is told from a blank one at its first byte. */
function isBlank(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code !== 32 && code !== 13 && code !== 9) return false;
  }
  return true;
}
