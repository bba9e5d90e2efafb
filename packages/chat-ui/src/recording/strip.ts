// How much was read and written when, in a few bins.
import { READ } from "./file-states.ts";
import type { Touches } from "./touches.ts";

export interface Bin {
  readonly reads: number;
  readonly writes: number;
}

export function toBins(touches: Touches, firstMs: number, lastMs: number, count: number): readonly Bin[] {
  const bins = Array.from({ length: count }, () => ({ reads: 0, writes: 0 }));
  const span = Math.max(1, lastMs - firstMs);
  for (let index = 0; index < touches.length; index += 1) {
    const place = Math.floor(((touches.at(index) - firstMs) / span) * count);
    const bin = bins[Math.min(count - 1, Math.max(0, place))];
    if (bin === undefined) continue;
    if (touches.kind(index) === READ) bin.reads += 1;
    else bin.writes += 1;
  }
  return bins;
}
