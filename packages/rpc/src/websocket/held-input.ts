// Input that may not be delivered yet, in order: before a transport is opened and while it is paused.

export class HeldInput {
  readonly #tasks: (() => void)[] = [];
  readonly #sizes: number[] = [];
  #paused = true;
  #delivering = false;
  bytes = 0;

  get isPaused(): boolean {
    return this.#paused;
  }

  /** True while input is held. */
  get isHolding(): boolean {
    return this.#paused || this.#tasks.length > 0;
  }

  hold(bytes: number, deliver: () => void): void {
    this.#tasks.push(deliver);
    this.#sizes.push(bytes);
    this.bytes += bytes;
  }

  pause(): void {
    this.#paused = true;
  }

  /** Delivers the held input, until it is empty or a handler pauses again. */
  resume(): void {
    this.#paused = false;
    if (this.#delivering) return;
    this.#delivering = true;
    let count = 0;
    try {
      while (!this.#paused && count < this.#tasks.length) {
        const deliver = this.#tasks[count];
        this.bytes -= this.#sizes[count] ?? 0;
        count += 1;
        deliver?.();
      }
    } finally {
      this.#delivering = false;
      this.#tasks.splice(0, count);
      this.#sizes.splice(0, count);
    }
  }

  clear(): void {
    this.#tasks.length = 0;
    this.#sizes.length = 0;
    this.bytes = 0;
  }
}
