// The arithmetic behind the summary.

export interface Measure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** In the order they were taken. */
  readonly samples: readonly number[];
}

export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error("A median needs at least one sample");
  return (lower + upper) / 2;
}

export function toMeasure(samples: readonly number[]): Measure {
  return { median: median(samples), min: Math.min(...samples), max: Math.max(...samples), samples };
}

/** How each sample relates to the one of the same round: what slows a round down slows both. */
export function toRatio(samples: readonly number[], others: readonly number[]): Measure {
  if (samples.length !== others.length) throw new Error("A ratio needs as many samples on both sides");
  return toMeasure(samples.map((sample, round) => sample / (others[round] ?? Number.NaN)));
}
