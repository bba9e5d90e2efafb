// The bytes of an incomplete line. Appending is linear for any chunk size, and the memory of a long line is freed at
// once when it ends: a resizable buffer grows and shrinks in place, without a garbage collection.

/** Nearly every chunk ends inside a short line; those share one small buffer that stays. */
const SHORT_BYTES = 4 * 1024;
/**
 * Up to this length a line is in an ordinary buffer, because a resizable one reserves its maximum until it is
 * collected.
 */
const ORDINARY_BYTES_MAX = 1024 * 1024;
const GROWTH_BYTES_MAX = 4 * 1024 * 1024;

export class HeldBytes {
  readonly #bytesMax: number;
  readonly #short: Uint8Array;
  /** Where the line is: the short buffer, a larger one, or a view of the resizable one. */
  #bytes: Uint8Array;
  #resizable: ArrayBuffer | undefined;
  length = 0;

  /** The caller ensures that it never holds more than `bytesMax`. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
    this.#short = new Uint8Array(Math.min(SHORT_BYTES, bytesMax));
    this.#bytes = this.#short;
  }

  append(bytes: Uint8Array): void {
    const end = this.length + bytes.length;
    if (end > this.#bytes.length) this.#grow(end);
    this.#bytes.set(bytes, this.length);
    this.length = end;
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
    this.#bytes = this.#short;
    this.#resizable?.resize(0);
    this.#resizable = undefined;
    this.length = 0;
  }

  #all(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  #grow(bytes: number): void {
    const room = Math.min(
      Math.max(bytes, this.#bytes.length + Math.min(this.#bytes.length, GROWTH_BYTES_MAX)),
      this.#bytesMax,
    );
    if (this.#resizable !== undefined) {
      // A view without a length follows its buffer.
      this.#resizable.resize(room);
      return;
    }
    const held = this.#all();
    if (room > ORDINARY_BYTES_MAX) this.#resizable = new ArrayBuffer(room, { maxByteLength: this.#bytesMax });
    this.#bytes = this.#resizable === undefined ? new Uint8Array(room) : new Uint8Array(this.#resizable);
    this.#bytes.set(held);
  }
}
