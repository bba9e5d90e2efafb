// The bytes of a line that has not ended yet. Appending is linear for any chunk size, and what a long line took is
// given back at once when it is over: a resizable buffer grows and shrinks in place, without waiting for a collection.

/** Nearly every chunk ends inside a short line; those share one small buffer that stays. */
const SHORT_BYTES = 4 * 1024;
const GROWTH_BYTES_MAX = 4 * 1024 * 1024;

export class HeldBytes {
  readonly #bytesMax: number;
  readonly #short: Uint8Array;
  /** Holds the whole line once it has outgrown the short buffer. */
  #long: ArrayBuffer | undefined;
  length = 0;

  /** More than `bytesMax` are never held; the caller sees to it. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
    this.#short = new Uint8Array(Math.min(SHORT_BYTES, bytesMax));
  }

  append(bytes: Uint8Array): void {
    this.#room(this.length + bytes.length).set(bytes, this.length);
    this.length += bytes.length;
  }

  /** All bytes in one piece, with `end` after them; the store is empty afterwards. */
  takeWith(end: Uint8Array): Uint8Array {
    if (this.length === 0) return end;
    const whole = new Uint8Array(this.length + end.length);
    whole.set(this.#all());
    whole.set(end, this.length);
    this.clear();
    return whole;
  }

  head(bytesMax: number): Uint8Array {
    return this.#all().slice(0, bytesMax);
  }

  tail(bytesMax: number): Uint8Array {
    return this.#all().slice(Math.max(0, this.length - bytesMax));
  }

  clear(): void {
    this.#long?.resize(0);
    this.#long = undefined;
    this.length = 0;
  }

  #all(): Uint8Array {
    return (this.#long === undefined ? this.#short : new Uint8Array(this.#long)).subarray(0, this.length);
  }

  /** Where the line is, with room for this many bytes. */
  #room(bytes: number): Uint8Array {
    if (this.#long === undefined) {
      if (bytes <= this.#short.length) return this.#short;
      this.#long = new ArrayBuffer(bytes, { maxByteLength: this.#bytesMax });
      new Uint8Array(this.#long).set(this.#short.subarray(0, this.length));
    } else if (bytes > this.#long.byteLength) {
      const growth = Math.min(this.#long.byteLength, GROWTH_BYTES_MAX);
      this.#long.resize(Math.min(Math.max(bytes, this.#long.byteLength + growth), this.#bytesMax));
    }
    return new Uint8Array(this.#long);
  }
}
