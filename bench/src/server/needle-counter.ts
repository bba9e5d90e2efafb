// Counts how often some bytes come by in a stream, wherever the stream is cut.

export class NeedleCounter {
  readonly #needle: Buffer;
  #tail: Buffer = Buffer.alloc(0);
  #count = 0;

  constructor(needle: string) {
    this.#needle = Buffer.from(needle);
  }

  get count(): number {
    return this.#count;
  }

  take(chunk: Buffer): void {
    const bytes = this.#tail.length === 0 ? chunk : Buffer.concat([this.#tail, chunk]);
    const size = this.#needle.length;
    let from = 0;
    for (let at = bytes.indexOf(this.#needle); at !== -1; at = bytes.indexOf(this.#needle, from)) {
      this.#count += 1;
      from = at + size;
    }
    // One that is cut in two is found with what comes next.
    this.#tail = bytes.subarray(Math.max(from, bytes.length - size + 1));
  }
}
