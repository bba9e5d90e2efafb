// Shows how something is going, not too often, and once more for what came last.

export class Progress {
  readonly #show: () => void;
  readonly #everyMs: number;
  #lastAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(show: () => void, everyMs: number) {
    this.#show = show;
    this.#everyMs = everyMs;
  }

  /** There is something new. */
  note(): void {
    if (this.#isOver || this.#timer !== undefined) return;
    const waitMs = this.#lastAtMs + this.#everyMs - performance.now();
    if (waitMs <= 0) this.#tell();
    else this.#timer = setTimeout(() => this.#tell(), waitMs).unref();
  }

  /** Whoever ends it shows the rest. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #tell(): void {
    this.#timer = undefined;
    this.#lastAtMs = performance.now();
    this.#show();
  }
}
