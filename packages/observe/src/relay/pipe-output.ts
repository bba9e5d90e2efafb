// The output side of a lane: forwards bytes as they come, and inserts lines of our own only between complete lines.
import type { Writable } from "node:stream";
import { DirectWriter } from "./direct-writer.ts";

const NEWLINE = 10;
const NEWLINE_BYTES: Buffer = Buffer.from("\n");

/** Sees the first `length` bytes, which are lent to it for the call. */
export type OnForwarded = (bytes: Buffer, length: number) => void;

export class PipeOutput {
  readonly #sink: Writable;
  readonly #direct: DirectWriter;
  #isAtLineStart = true;
  #isEnded = false;
  #byteCount = 0;
  readonly #onForwarded: OnForwarded | undefined;
  #waiting: Buffer[] = [];

  /** `onForwarded` sees everything that is forwarded, in order. */
  constructor(sink: Writable, look?: OnForwarded) {
    this.#sink = sink;
    this.#direct = new DirectWriter(sink);
    this.#onForwarded = look;
  }

  get sink(): Writable {
    return this.#sink;
  }

  /** False if it is over, and nothing more gets there. */
  get isOpen(): boolean {
    return !this.#isEnded && !this.#sink.destroyed && !this.#sink.writableEnded;
  }

  /** How many were forwarded. */
  get byteCount(): number {
    return this.#byteCount;
  }

  /** The first `length` bytes, which are not needed afterwards. False if the caller should wait for `drain`. */
  write(bytes: Buffer, length: number = bytes.length): boolean {
    if (this.#waiting.length > 0) this.#writeAround(bytes.subarray(0, length));
    else if (this.#put(bytes, length)) return true;
    // What went out at once does not count: the stream says "wait" for any chunk that is larger than its mark.
    return !(this.#sink.writableNeedDrain && this.#sink.writableLength > 0);
  }

  /** A line of our own, with its newline: now, or as soon as the line that is half out has ended. */
  insert(line: Buffer): void {
    this.#waiting.push(line);
    if (this.#isAtLineStart) this.#writeWaiting();
  }

  end(): void {
    if (this.#waiting.length > 0) {
      // A last line without a newline is a line; what follows must not become a part of it.
      this.#put(NEWLINE_BYTES);
      this.#writeWaiting();
    }
    this.#isEnded = true;
    this.#sink.end();
  }

  #writeAround(chunk: Buffer): void {
    const newline = chunk.indexOf(NEWLINE);
    if (newline === -1) {
      this.#put(chunk);
      return;
    }
    this.#put(chunk.subarray(0, newline + 1));
    this.#writeWaiting();
    if (newline + 1 < chunk.length) this.#put(chunk.subarray(newline + 1));
  }

  #writeWaiting(): void {
    for (const line of this.#waiting.splice(0)) this.#put(line);
  }

  /** Whether all of it went out at once. */
  #put(bytes: Buffer, length: number = bytes.length): boolean {
    if (!this.isOpen || length === 0) return false;
    this.#isAtLineStart = bytes[length - 1] === NEWLINE;
    this.#byteCount += length;
    const written = this.#sink.writableLength === 0 ? this.#direct.write(bytes, length) : 0;
    // A copy: the bytes are lent, and the stream keeps them.
    if (written < length) this.#sink.write(Buffer.from(bytes.subarray(written, length)));
    this.#onForwarded?.(bytes, length);
    return written === length;
  }
}
