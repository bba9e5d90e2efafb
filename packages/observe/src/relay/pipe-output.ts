// The output side of a lane: forwards bytes as they come, and inserts our own lines only between complete lines.
import type { Writable } from "node:stream";
import { DirectWriter } from "./direct-writer.ts";

const NEWLINE = 10;
const NEWLINE_BYTES: Buffer = Buffer.from("\n");

/** Gets the first `length` bytes, which are only valid during the call. */
export type OnForwarded = (bytes: Buffer, length: number) => void;

export class PipeOutput {
  readonly #sink: Writable;
  readonly #direct: DirectWriter;
  #isAtLineStart = true;
  #isEnded = false;
  #byteCount = 0;
  readonly #onForwarded: OnForwarded | undefined;
  #waiting: Buffer[] = [];

  /** `onForwarded` gets all forwarded bytes, in order. */
  constructor(sink: Writable, look?: OnForwarded) {
    this.#sink = sink;
    this.#direct = new DirectWriter(sink);
    this.#onForwarded = look;
  }

  get sink(): Writable {
    return this.#sink;
  }

  /** False if it has ended and accepts no data. */
  get isOpen(): boolean {
    return !this.#isEnded && !this.#sink.destroyed && !this.#sink.writableEnded;
  }

  /** Number of forwarded bytes. */
  get byteCount(): number {
    return this.#byteCount;
  }

  /**
   * Forwards the first `length` bytes; the buffer can be reused afterwards. False if the caller should wait for
   * `drain`.
   */
  write(bytes: Buffer, length: number = bytes.length): boolean {
    if (this.#waiting.length > 0) this.#writeAround(bytes.subarray(0, length));
    else if (this.#put(bytes, length)) return true;
    // Bytes that were written at once do not count, because the stream says "wait" for any chunk above its high-water
    // mark.
    return !(this.#sink.writableNeedDrain && this.#sink.writableLength > 0);
  }

  /** Inserts our own line, with its newline: now, or after the incomplete line has ended. */
  insert(line: Buffer): void {
    this.#waiting.push(line);
    if (this.#isAtLineStart) this.#writeWaiting();
  }

  end(): void {
    if (this.#waiting.length > 0) {
      // A last line without a newline is complete; the next line must not be appended to it.
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

  /** Whether all of it was written at once. */
  #put(bytes: Buffer, length: number = bytes.length): boolean {
    if (!this.isOpen || length === 0) return false;
    this.#isAtLineStart = bytes[length - 1] === NEWLINE;
    this.#byteCount += length;
    const written = this.#sink.writableLength === 0 ? this.#direct.write(bytes, length) : 0;
    // A copy, because the buffer will be reused and the stream keeps the bytes.
    if (written < length) this.#sink.write(Buffer.from(bytes.subarray(written, length)));
    this.#onForwarded?.(bytes, length);
    return written === length;
  }
}
