// Limits a pipe's share of the event loop: input from a fast writer is processed in slices, so that others get their
// turn in between.
import { later } from "./later.ts";
import { SLICE_BYTES, SLICE_MS } from "./limits.ts";

const NEWLINE = 10;

export interface SlicedInputOptions {
  readonly take: (piece: Uint8Array) => void;
  /** The source is paused while input waits here. */
  readonly hold: () => void;
  readonly release: () => void;
}

export class SlicedInput {
  readonly #options: SlicedInputOptions;
  #waiting: Uint8Array[] = [];
  #isYielding = false;
  #isPaused = false;
  #sliceEndsMs = 0;

  constructor(options: SlicedInputOptions) {
    this.#options = options;
  }

  /** No input waits here. */
  get isIdle(): boolean {
    return !this.#isYielding;
  }

  push(chunk: Uint8Array): void {
    this.#waiting.push(chunk);
    if (!this.#isYielding && !this.#isPaused) this.#work();
  }

  /** Delivers nothing until `resume`. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    if (!this.#isYielding) this.#work();
  }

  /** The source has ended: waiting input is delivered at once. */
  end(): void {
    for (const chunk of this.#waiting.splice(0)) this.#options.take(chunk);
  }

  #work(): void {
    const nowMs = Date.now();
    // Chunks that follow each other without a pause share one slice.
    if (nowMs >= this.#sliceEndsMs) this.#sliceEndsMs = nowMs + SLICE_MS;
    for (let chunk = this.#waiting.shift(); chunk !== undefined; chunk = this.#waiting.shift()) {
      const end = endOfPiece(chunk);
      if (end < chunk.length) this.#waiting.unshift(chunk.subarray(end));
      this.#options.take(end < chunk.length ? chunk.subarray(0, end) : chunk);
      if (this.#isPaused) return;
      if (Date.now() >= this.#sliceEndsMs) {
        this.#yield();
        return;
      }
    }
  }

  #yield(): void {
    this.#isYielding = true;
    this.#options.hold();
    later(() => {
      this.#isYielding = false;
      if (this.#isPaused) return;
      this.#work();
      if (!this.#isYielding && !this.#isPaused) this.#options.release();
    });
  }
}

/** After a line, so that no line is split. */
function endOfPiece(chunk: Uint8Array): number {
  if (chunk.length <= SLICE_BYTES) return chunk.length;
  const newline = chunk.indexOf(NEWLINE, SLICE_BYTES);
  return newline === -1 ? chunk.length : newline + 1;
}
