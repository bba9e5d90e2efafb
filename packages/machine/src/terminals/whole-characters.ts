// Passes bytes on in whole characters, so that two streams can be mixed without breaking either.
import { characterLength, unfinishedLength } from "../processes/utf8.ts";

export class WholeCharacters {
  readonly #sink: (chunk: Uint8Array) => void;
  /** The start of an incomplete character: three bytes at most. */
  #held: Uint8Array = new Uint8Array(0);

  constructor(sink: (chunk: Uint8Array) => void) {
    this.#sink = sink;
  }

  push(chunk: Uint8Array): void {
    const rest = this.#held.length === 0 ? chunk : this.#finishHeld(chunk);
    const whole = rest.length - unfinishedLength(rest);
    if (whole > 0) this.#sink(rest.subarray(0, whole));
    // A copy: a view would keep the whole chunk in memory.
    if (whole < rest.length) this.#held = Uint8Array.from(rest.subarray(whole));
  }

  end(): void {
    const rest = this.#held;
    this.#held = new Uint8Array(0);
    if (rest.length > 0) this.#sink(rest);
  }

  /** Passes the held character on once it is complete, and returns the rest of the chunk. */
  #finishHeld(chunk: Uint8Array): Uint8Array {
    const missing = characterLength(this.#held[0] ?? 0) - this.#held.length;
    this.#held = Buffer.concat([this.#held, chunk.subarray(0, missing)]);
    if (chunk.length >= missing) this.end();
    return chunk.subarray(missing);
  }
}
