// Splits bytes into lines, for any chunk boundaries. Never keeps more of a line than a limit.
import { HEAD_BYTES, LINE_BUFFER_BYTES, TAIL_BYTES } from "../limits.ts";

const NEWLINE = 10;
const NOTHING: Buffer = Buffer.alloc(0);
const NO_LINE: LongLine = { head: NOTHING, tail: NOTHING, byteLength: 0 };

export interface LineSink {
  /** A line without its newline: `bytes` from `start` to `end`, which no longer change. */
  line(bytes: Buffer, start: number, end: number): void;
  /** A line over the limit, once it is over. */
  long(line: LongLine): void;
}

export interface LongLine {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly byteLength: number;
}

export class LineCutter {
  readonly #sink: LineSink;
  readonly #lineBytesMax: number;
  /** The incomplete line. */
  #held = NOTHING;
  #heldBytes = 0;
  /** Set while a line over the limit continues. */
  #long: LongLine | undefined;

  constructor(sink: LineSink, lineBytesMax: number) {
    this.#sink = sink;
    this.#lineBytesMax = lineBytesMax;
  }

  /** False in the middle of a line. */
  get isAtLineStart(): boolean {
    return this.#heldBytes === 0 && this.#long === undefined;
  }

  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) at = this.next(chunk, at);
  }

  /** Takes at most one line and returns where the next one starts, for callers that pause in between. */
  next(chunk: Buffer, from: number): number {
    const newline = chunk.indexOf(NEWLINE, from);
    if (newline === -1) {
      this.#hold(chunk, from, chunk.length);
      return chunk.length;
    }
    if (this.isAtLineStart && newline - from <= this.#lineBytesMax) this.#sink.line(chunk, from, newline);
    else {
      this.#hold(chunk, from, newline);
      this.#finish();
    }
    return newline + 1;
  }

  /** Counts further bytes of a line that is over the limit. */
  lengthen(byteLength: number): void {
    if (this.#long !== undefined) this.#long = { ...this.#long, byteLength: this.#long.byteLength + byteLength };
  }

  /** The input has ended: a last line without a newline counts. */
  end(): void {
    if (!this.isAtLineStart) this.#finish();
  }

  /** Drops the incomplete line. */
  clear(): void {
    this.#held = NOTHING;
    this.#heldBytes = 0;
    this.#long = undefined;
  }

  #hold(chunk: Buffer, from: number, to: number): void {
    const bytes = this.#heldBytes + to - from;
    if (this.#long !== undefined) this.#long = lengthen(this.#long, chunk.subarray(from, to));
    else if (bytes <= this.#lineBytesMax) {
      if (bytes > this.#held.length) this.#grow(bytes);
      chunk.copy(this.#held, this.#heldBytes, from, to);
      this.#heldBytes = bytes;
    } else {
      const held = this.#held.subarray(0, this.#heldBytes);
      this.clear();
      this.#long = lengthen(lengthen(NO_LINE, held), chunk.subarray(from, to));
    }
  }

  #grow(bytes: number): void {
    const room = Math.min(Math.max(bytes, this.#held.length * 2, LINE_BUFFER_BYTES), this.#lineBytesMax);
    const grown = Buffer.allocUnsafeSlow(room);
    this.#held.copy(grown, 0, 0, this.#heldBytes);
    this.#held = grown;
  }

  /** The held buffer now belongs to the line. */
  #finish(): void {
    const [held, bytes, long] = [this.#held, this.#heldBytes, this.#long];
    this.clear();
    if (long === undefined) this.#sink.line(held, 0, bytes);
    else this.#sink.long(long);
  }
}

function lengthen({ head, tail, byteLength }: LongLine, part: Buffer): LongLine {
  const missing = HEAD_BYTES - head.length;
  return {
    head: missing > 0 ? Buffer.concat([head, part.subarray(0, missing)]) : head,
    // A copy, because a view would keep the whole chunk in memory.
    tail:
      part.length >= TAIL_BYTES
        ? Buffer.from(part.subarray(-TAIL_BYTES))
        : Buffer.concat([tail.subarray(-(TAIL_BYTES - part.length)), part]),
    byteLength: byteLength + part.length,
  };
}
