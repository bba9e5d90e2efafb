// Summarises samples: count, median, high percentiles and maximum.
import { SAMPLES_MAX } from "../../limits.ts";

export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

export class Samples {
  readonly #values: number[] = [];
  #count = 0;
  #max = 0;

  add(value: number | undefined): void {
    if (value === undefined || !Number.isFinite(value)) return;
    this.#count += 1;
    this.#max = Math.max(this.#max, value);
    if (this.#values.length < SAMPLES_MAX) this.#values.push(value);
  }

  /** Undefined without any. */
  spread(): Spread | undefined {
    if (this.#count === 0) return undefined;
    const sorted = this.#values.toSorted((one, other) => one - other);
    return { count: this.#count, p50: rank(sorted, 0.5), p95: rank(sorted, 0.95), max: this.#max };
  }
}

/** The smallest value that this share of the samples does not exceed. */
function rank(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
