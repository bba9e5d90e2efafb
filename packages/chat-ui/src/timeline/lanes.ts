// Where each turn, tool call and wait is drawn on a timeline: calls that overlap in time are below each other.
import type { Span } from "../recording/spans.ts";

export interface PlacedSpan {
  readonly span: Span;
  /** Of the part of time that is shown, from 0 to 1. */
  readonly from: number;
  readonly to: number;
  readonly lane: number;
}

export interface Lanes {
  readonly placed: readonly PlacedSpan[];
  readonly count: number;
  /** Calls that are not drawn, because they are too short to be seen beside another one. */
  readonly hidden: number;
}

/** Turns have the first lane of their agent; calls have those below it. */
const TOOL_LANES_MAX = 5;
/** A call that is shorter than this part of what is shown is drawn only where nothing else is. */
const LEAST = 1 / 1_500;

export function layLanes(spans: readonly Span[], firstMs: number, lastMs: number): Lanes {
  const length = Math.max(1, lastMs - firstMs);
  const actors = [...new Set(spans.map(({ actor }) => actor))];
  /** Until where each lane is taken. */
  const taken: number[] = [];
  const placed: PlacedSpan[] = [];
  let hidden = 0;
  for (const span of spans) {
    const endMs = span.endMs ?? lastMs;
    if (endMs < firstMs || span.startMs > lastMs) continue;
    const [from, to] = [(span.startMs - firstMs) / length, (endMs - firstMs) / length];
    const base = actors.indexOf(span.actor) * (TOOL_LANES_MAX + 1);
    const lane = span.kind === "tool" ? freeLane(taken, base + 1, Math.max(0, from)) : base;
    if (lane === undefined) {
      hidden += 1;
      continue;
    }
    const place = { span, from: Math.max(0, from), to: Math.min(1, Math.max(to, from + LEAST)), lane };
    if (span.kind === "tool") taken[lane] = place.to;
    placed.push(place);
  }
  return compact(placed, hidden);
}

function freeLane(taken: readonly number[], first: number, from: number): number | undefined {
  for (let lane = first; lane < first + TOOL_LANES_MAX; lane += 1) if ((taken[lane] ?? 0) <= from) return lane;
  return undefined;
}

/** Without lanes that nothing is in. */
function compact(placed: readonly PlacedSpan[], hidden: number): Lanes {
  const used = [...new Set(placed.map(({ lane }) => lane))].toSorted((one, other) => one - other);
  const places = new Map(used.map((lane, index) => [lane, index]));
  return { placed: placed.map((one) => ({ ...one, lane: places.get(one.lane) ?? 0 })), count: used.length, hidden };
}
