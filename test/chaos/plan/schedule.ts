// Which faults happen when, and for how long: all of it from the seed.
import type { Random } from "./random.ts";

export interface PlannedFault {
  readonly atMs: number;
  readonly forMs: number;
  readonly fault: string;
  /** The number of the server that it concerns. */
  readonly node: number;
  /** What the fault itself chooses by. */
  readonly seed: number;
}

export interface FaultKind {
  readonly name: string;
  /** How long it lasts. */
  readonly leastMs: number;
  readonly mostMs: number;
  /** How often it is chosen, compared with others (default: 1). */
  readonly weight?: number;
}

/** The next fault begins before the last one is over, now and then. */
const PAUSE_MS = { least: 300, most: 3_500 };
/** No fault begins in the first moments: there is nothing to break yet. */
const QUIET_MS = 1_500;

export function createSchedule(
  random: Random,
  kinds: readonly FaultKind[],
  nodes: number,
  durationMs: number,
): readonly PlannedFault[] {
  const choices = kinds.flatMap((kind) => Array.from({ length: kind.weight ?? 1 }, () => kind));
  const planned: PlannedFault[] = [];
  for (let atMs = QUIET_MS; atMs < durationMs;) {
    const kind = random.pick(choices);
    const forMs = random.between(kind.leastMs, kind.mostMs);
    planned.push({
      atMs,
      forMs,
      fault: kind.name,
      node: random.between(0, nodes - 1),
      seed: random.between(0, 2 ** 31),
    });
    atMs += random.between(PAUSE_MS.least, PAUSE_MS.most) + (random.isLikely(0.5) ? forMs : 0);
  }
  return planned;
}

export function describeFault({ atMs, forMs, fault, node }: PlannedFault): string {
  return `${(atMs / 1000).toFixed(1).padStart(5)} s  ${fault} on server ${node + 1} for ${(forMs / 1000).toFixed(1)} s`;
}
