// Shows progress at a limited rate, including the last update.

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

  /** Call this when there is new progress to show. */
  note(): void {
    if (this.#isOver || this.#timer !== undefined) return;
    const waitMs = this.#lastAtMs + this.#everyMs - performance.now();
    if (waitMs <= 0) this.#tell();
    else this.#timer = setTimeout(() => this.#tell(), waitMs).unref();
  }

  /** The caller shows the final state. */
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
