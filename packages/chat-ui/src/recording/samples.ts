// How full the context was, and what it had cost, over time: a bounded curve that gets coarser as it gets longer.
import { SAMPLES_MAX } from "../watch-limits.ts";

export interface Sample {
  readonly atMs: number;
  readonly actor: number;
  /** Tokens of the context that are used, and how many there can be. */
  readonly used: number;
  readonly size: number;
  readonly cost: number | undefined;
  readonly currency: string | undefined;
}

export class Samples {
  #all: Sample[] = [];
  #stride = 1;
  #skipped = 0;

  get all(): readonly Sample[] {
    return this.#all;
  }

  add(sample: Sample): void {
    // The latest is always there, and the next one takes its place unless it is its turn to stay.
    if (this.#skipped > 0) this.#all.pop();
    this.#all.push(sample);
    this.#skipped = (this.#skipped + 1) % this.#stride;
    if (this.#all.length < SAMPLES_MAX) return;
    this.#all = this.#all.filter((_, index) => index % 2 === 0);
    this.#stride *= 2;
    this.#skipped = 0;
  }
}
