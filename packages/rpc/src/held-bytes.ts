// The bytes of a line that has not ended yet, in segments that grow, so that appending is linear for any chunk size.

const SEGMENT_BYTES_MIN = 4 * 1024;
const SEGMENT_BYTES_MAX = 1024 * 1024;

export class HeldBytes {
  #segments: Uint8Array[] = [];
  /** How much of the last segment is in use. */
  #used = 0;
  length = 0;

  append(bytes: Uint8Array): void {
    let rest = bytes;
    while (rest.length > 0) {
      const segment = this.#writable();
      const part = rest.subarray(0, segment.length - this.#used);
      segment.set(part, this.#used);
      this.#used += part.length;
      this.length += part.length;
      rest = rest.subarray(part.length);
    }
  }

  /** All bytes in one piece, with `end` after them; the store is empty afterwards. */
  takeWith(end: Uint8Array): Uint8Array {
    if (this.length === 0) return end;
    const whole = new Uint8Array(this.length + end.length);
    whole.set(end, this.#copyTo(whole));
    this.clear();
    return whole;
  }

  head(bytesMax: number): Uint8Array {
    const head = new Uint8Array(Math.min(bytesMax, this.length));
    this.#copyTo(head);
    return head;
  }

  tail(bytesMax: number): Uint8Array {
    const tail = new Uint8Array(Math.min(bytesMax, this.length));
    let at = tail.length;
    let used = this.#used;
    for (const segment of this.#segments.toReversed()) {
      const end = Math.min(used, segment.length);
      const part = segment.subarray(Math.max(0, end - at), end);
      at -= part.length;
      tail.set(part, at);
      used = Infinity; // Every segment but the last is full.
    }
    return tail;
  }

  clear(): void {
    // One small segment stays for the next line: nearly every chunk ends inside one.
    const first = this.#segments[0];
    this.#segments = first === undefined ? [] : [first];
    this.#used = 0;
    this.length = 0;
  }

  #writable(): Uint8Array {
    const last = this.#segments.at(-1);
    if (last !== undefined && this.#used < last.length) return last;
    const segment = new Uint8Array(Math.min((last?.length ?? SEGMENT_BYTES_MIN / 2) * 2, SEGMENT_BYTES_MAX));
    this.#segments.push(segment);
    this.#used = 0;
    return segment;
  }

  #copyTo(target: Uint8Array): number {
    let at = 0;
    for (const [index, segment] of this.#segments.entries()) {
      const used = index === this.#segments.length - 1 ? this.#used : segment.length;
      const part = segment.subarray(0, Math.min(used, target.length - at));
      target.set(part, at);
      at += part.length;
    }
    return at;
  }
}
