// Writes to stdout with a small buffer: the writer blocks while the reader is slow.
//
// Events come in synchronously, so the only way to wait is to block. The writer sleeps briefly as long as the reader
// makes progress; when the reader stalls, the event loop runs now and then so that signals are handled.
import { hasErrno } from "@parley/base";
import { writeSync } from "node:fs";
import { PIPE_BYTES_HIGH, PIPE_BYTES_LOW, PIPE_STALL_MS } from "../limits.ts";

const NAP_MS = 2;
const RETRY_MS = 4;

const nap = new Int32Array(new SharedArrayBuffer(4));

export interface Output {
  write(text: string): void;
  /** Resolves when everything was read, or the reader has closed the pipe. */
  end(): Promise<void>;
  /** Aborts when the reader has closed the pipe. */
  readonly gone: AbortSignal;
}

export function createPipeWriter(
  stream: NodeJS.WriteStream & { readonly fd: number },
): Output & { readonly heldBytes: number } {
  return new PipeWriter(stream);
}

class PipeWriter implements Output {
  readonly #fd: number;
  readonly #gone = new AbortController();
  #held: Buffer[] = [];
  #bytes = 0;
  #retry: NodeJS.Timeout | undefined;
  #drained: (() => void)[] = [];

  /** Creating the stream makes the pipe non-blocking; the writer bypasses the stream and writes to its descriptor. */
  constructor(stream: NodeJS.WriteStream & { readonly fd: number }) {
    this.#fd = stream.fd;
  }

  /** Number of bytes that wait for the reader. */
  get heldBytes(): number {
    return this.#bytes;
  }

  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  write(text: string): void {
    if (text === "" || this.#gone.signal.aborted) return;
    const bytes = Buffer.from(text);
    this.#held.push(bytes);
    this.#bytes += bytes.length;
    if (this.#retry === undefined) this.#pump();
    if (this.#bytes > PIPE_BYTES_HIGH) this.#waitInPlace();
  }

  async end(): Promise<void> {
    if (this.#bytes === 0) return;
    await new Promise<void>((resolve) => this.#drained.push(resolve));
  }

  #waitInPlace(): void {
    let takenAt = performance.now();
    while (this.#bytes > PIPE_BYTES_LOW && performance.now() - takenAt < PIPE_STALL_MS) {
      const before = this.#bytes;
      this.#pump();
      if (this.#bytes < before) takenAt = performance.now();
      else Atomics.wait(nap, 0, 0, NAP_MS);
    }
  }

  #pump(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    const isOver = this.#writeAll();
    if (!isOver) {
      this.#retry = setTimeout(() => this.#pump(), RETRY_MS);
      return;
    }
    for (const resolve of this.#drained.splice(0)) resolve();
  }

  /** False if the pipe is full. */
  #writeAll(): boolean {
    let done = 0;
    try {
      for (let first = this.#held[done]; first !== undefined; first = this.#held[done]) {
        const written = writeSync(this.#fd, first);
        this.#bytes -= written;
        if (written === first.length) done += 1;
        else this.#held[done] = first.subarray(written);
      }
      return true;
    } catch (error) {
      if (hasErrno(error, "EAGAIN", "EBUSY")) return false;
      this.#bytes = 0;
      done = this.#held.length;
      this.#gone.abort(error);
      return true;
    } finally {
      if (done > 0) this.#held.splice(0, done);
    }
  }
}
