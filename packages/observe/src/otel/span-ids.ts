// Ids of traces and spans: random for live traffic, deterministic for recordings.
import { createHash, randomBytes } from "node:crypto";

export interface SpanIds {
  traceId(): string;
  spanId(): string;
}

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;

export const randomIds: SpanIds = {
  traceId: () => randomBytes(TRACE_ID_BYTES).toString("hex"),
  spanId: () => randomBytes(SPAN_ID_BYTES).toString("hex"),
};

/** The same ids in the same order for the same seed, so that exporting a recording twice creates no duplicates. */
export function createSeededIds(seed: string): SpanIds {
  let count = 0;
  const next = (bytes: number): string => {
    count += 1;
    return createHash("sha256")
      .update(`${count}:${seed}`)
      .digest("hex")
      .slice(0, bytes * 2);
  };
  return { traceId: () => next(TRACE_ID_BYTES), spanId: () => next(SPAN_ID_BYTES) };
}
