// Splits the bytes of one direction into frames. Blank lines are skipped.
import { CutFrame } from "./cut-frame.ts";
import type { Direction, FrameListener } from "./frame.ts";
import { FRAME_BYTES_MAX } from "../limits.ts";
import { LineCutter, type LongLine } from "./line-cutter.ts";

export interface FrameCutterOptions {
  readonly direction: Direction;
  /** The number of the next frame: both directions of a connection count together. */
  readonly nextSeq: () => number;
  readonly onFrame: FrameListener;
  readonly frameBytesMax?: number | undefined;
}

const SPACE = 32;
const TAB = 9;
const RETURN = 13;

export class FrameCutter {
  readonly #options: FrameCutterOptions;
  readonly #lines: LineCutter;
  #atMs = 0;
  /** Bytes are missing, so the text up to the next newline is incomplete. */
  #isTorn = false;
  #torn = 0;

  constructor(options: FrameCutterOptions) {
    this.#options = options;
    const sink = {
      line: (bytes: Buffer, start: number, end: number) => this.#line(bytes, start, end),
      long: (line: LongLine) => this.#long(line),
    };
    this.#lines = new LineCutter(sink, options.frameBytesMax ?? FRAME_BYTES_MAX);
  }

  /** The bytes must not change afterwards, because a frame reads them on demand. */
  push(chunk: Buffer, atMs: number): void {
    for (let at = 0; at < chunk.length;) at = this.next(chunk, at, atMs);
  }

  /** Takes at most one frame; returns where the next one begins. */
  next(chunk: Buffer, from: number, atMs: number): number {
    this.#atMs = atMs;
    return this.#lines.next(chunk, from);
  }

  /** Counts further bytes of a line that is over the limit. */
  lengthen(byteLength: number): void {
    this.#lines.lengthen(byteLength);
  }

  /** Bytes that were dropped before they got here: their number of newlines, and whether they ended with one. */
  skip(newlines: number, isAtLineStart: boolean): void {
    this.#lines.clear();
    this.#torn += newlines;
    this.#isTorn = !isAtLineStart;
  }

  /** Lines that were lost because some of their bytes are missing. */
  get torn(): number {
    return this.#torn;
  }

  end(atMs: number): void {
    this.#atMs = atMs;
    this.#lines.end();
    this.#isTornLine();
  }

  #line(bytes: Buffer, start: number, end: number): void {
    if (this.#isTornLine() || isBlank(bytes, start, end)) return;
    this.#options.onFrame(new CutFrame(this.#place(), bytes, start, end));
  }

  #long({ head, byteLength }: LongLine): void {
    if (this.#isTornLine()) return;
    this.#options.onFrame({
      ...this.#place(),
      byteLength,
      text: undefined,
      head: head.toString("utf8"),
      message: undefined,
    });
  }

  #isTornLine(): boolean {
    if (!this.#isTorn) return false;
    this.#isTorn = false;
    this.#torn += 1;
    return true;
  }

  #place(): { seq: number; atMs: number; direction: Direction } {
    return { seq: this.#options.nextSeq(), atMs: this.#atMs, direction: this.#options.direction };
  }
}

/** JSON starts with a visible character, so the first byte usually decides. */
function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index];
    if (byte !== SPACE && byte !== TAB && byte !== RETURN) return false;
  }
  return true;
}
