// The trace that a message belongs to, as W3C trace context has it: `traceparent` and `tracestate` in `_meta`.
import { fieldsOf, textOf } from "../extract/fields.ts";
import { TRACESTATE_CHARS_MAX } from "../limits.ts";
import type { SpanContext } from "./span.ts";

// Later versions may append more fields.
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** Undefined without a valid one. */
export function readTraceContext(params: unknown): SpanContext | undefined {
  const meta = fieldsOf(fieldsOf(params)["_meta"]);
  const [, version, traceId, spanId, flags, rest] = TRACEPARENT.exec(textOf(meta["traceparent"]) ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  const traceState = textOf(meta["tracestate"]);
  const isUsable = traceState !== undefined && traceState.length <= TRACESTATE_CHARS_MAX;
  return { traceId, spanId, isSampled, isRemote: true, ...(isUsable && { traceState }) };
}
