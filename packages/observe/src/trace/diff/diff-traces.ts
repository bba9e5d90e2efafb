// Compares two traces by meaning and finds their first difference.
import type { TraceItem } from "../trace-item.ts";
import { firstDifference, type Difference } from "./first-difference.ts";
import { normaliseTrace, type ComparedFrame, type NormaliseOptions } from "./normalise.ts";

export interface TraceDifference {
  /** Undefined if this trace has ended. */
  readonly left: ComparedFrame | undefined;
  readonly right: ComparedFrame | undefined;
  /** The difference within the two messages, if both exist and have the same kind. */
  readonly inside: Difference | undefined;
  /** The equal frames before it, latest last. */
  readonly before: readonly ComparedFrame[];
}

export interface TraceDiff {
  /** Number of equal frames from the beginning. */
  readonly same: number;
  readonly leftFrames: number;
  readonly rightFrames: number;
  /** Undefined if the traces are equivalent. */
  readonly difference: TraceDifference | undefined;
}

export interface DiffOptions extends NormaliseOptions {
  /** Number of frames to show before the difference. */
  readonly context?: number | undefined;
}

const CONTEXT = 3;

export function diffTraces(
  left: Iterable<TraceItem>,
  right: Iterable<TraceItem>,
  options: DiffOptions = {},
): TraceDiff {
  const { context = CONTEXT } = options;
  const [lefts, rights] = [normaliseTrace(left, options), normaliseTrace(right, options)];
  const sizes = { leftFrames: lefts.length, rightFrames: rights.length };
  for (let index = 0; index < Math.max(lefts.length, rights.length); index += 1) {
    const [one, other] = [lefts[index], rights[index]];
    const isSameKind = one !== undefined && other !== undefined && one.from === other.from;
    const inside = isSameKind ? firstDifference(one.value, other.value) : undefined;
    if (isSameKind && inside === undefined) continue;
    const before = lefts.slice(Math.max(0, index - context), index);
    return { ...sizes, same: index, difference: { left: one, right: other, inside, before } };
  }
  return { ...sizes, same: lefts.length, difference: undefined };
}
