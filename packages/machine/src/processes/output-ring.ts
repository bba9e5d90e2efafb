// The end of an output that may be endless: a limited number of bytes, and never half a character.
import { characterStart } from "./utf8.ts";

const CAPACITY_MIN = 4 * 1024;

export class OutputRing {
  readonly bytesMax: number;
  #bytes: Buffer;
  /** The position of the oldest byte; the ring only wraps once it has its full size. */
  #start = 0;
  #length = 0;
  #truncated = false;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
    this.#bytes = Buffer.allocUnsafeSlow(Math.min(CAPACITY_MIN, bytesMax));
  }

  get length(): number {
    return this.#length;
  }

  /** The beginning was dropped. */
  get truncated(): boolean {
    return this.#truncated;
  }

  push(chunk: Uint8Array): void {
    const { bytesMax } = this;
    if (this.#length + chunk.length > bytesMax) this.#truncated = true;
    const part = chunk.length > bytesMax ? chunk.subarray(chunk.length - bytesMax) : chunk;
    if (this.#length + part.length > this.#bytes.length) this.#grow(this.#length + part.length);
    const capacity = this.#bytes.length;
    if (capacity === 0) return;
    const at = (this.#start + this.#length) % capacity;
    const head = part.subarray(0, capacity - at);
    this.#bytes.set(head, at);
    this.#bytes.set(part.subarray(head.length), 0);
    const dropped = Math.max(0, this.#length + part.length - capacity);
    this.#start = (this.#start + dropped) % capacity;
    this.#length += part.length - dropped;
  }

  /** Invalid bytes become U+FFFD; the text does not exceed the limit in UTF-8 either. An incomplete character at the end is left out. */
  text(): string {
    const text = decode(this.#kept());
    // Each U+FFFD takes three bytes and may stand for one, so binary output can grow.
    if (text.length * 3 <= this.bytesMax || Buffer.byteLength(text) <= this.bytesMax) return text;
    this.#truncated = true;
    const encoded = Buffer.from(text);
    return decode(encoded.subarray(characterStart(encoded, encoded.length - this.bytesMax)));
  }

  clear(): void {
    this.#bytes = Buffer.alloc(0);
    this.#start = 0;
    this.#length = 0;
  }

  #kept(): Uint8Array {
    const end = this.#start + this.#length;
    const capacity = this.#bytes.length;
    const whole =
      end <= capacity
        ? this.#bytes.subarray(this.#start, end)
        : Buffer.concat([this.#bytes.subarray(this.#start), this.#bytes.subarray(0, end - capacity)]);
    return this.#truncated ? whole.subarray(characterStart(whole, 0)) : whole;
  }

  #grow(needed: number): void {
    const capacity = Math.min(Math.max(needed, this.#bytes.length * 2, CAPACITY_MIN), this.bytesMax);
    if (capacity === this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(capacity);
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

function decode(bytes: Uint8Array): string {
  // `stream` leaves out an incomplete character at the end instead of replacing it.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
}
