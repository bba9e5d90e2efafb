// Converts our spans to the form that OpenTelemetry's serialisers expect.
import type { Attributes as SdkAttributes, HrTime, SpanContext as SdkContext } from "@opentelemetry/api";
import type { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import type { Sdk } from "./sdk.ts";
import type { Attributes, FinishedSpan, SpanContext } from "./span.ts";

export type ReadableSpan = Parameters<typeof JsonTraceSerializer.serializeRequest>[0][number];

/** The instrumentation scope. */
export const SCOPE = { name: "parley" } as const;

const MS_PER_S = 1_000;
const NS_PER_MS = 1_000_000;

export function toReadableSpan(span: FinishedSpan, sdk: Sdk, resource: ReadableSpan["resource"]): ReadableSpan {
  const { SpanKind, SpanStatusCode } = sdk.api;
  const context = toContext(span.context, sdk);
  const { error } = span;
  return {
    name: span.name,
    kind: span.kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL,
    spanContext: () => context,
    ...(span.parent && { parentSpanContext: toContext(span.parent, sdk) }),
    startTime: toTime(span.startMs),
    endTime: toTime(span.endMs),
    duration: toTime(span.endMs - span.startMs),
    ended: true,
    status: error === undefined ? { code: SpanStatusCode.UNSET } : { code: SpanStatusCode.ERROR, message: error },
    attributes: toSdkAttributes(span.attributes),
    events: span.events.map(({ name, atMs, attributes }) => ({
      name,
      time: toTime(atMs),
      attributes: toSdkAttributes(attributes),
    })),
    links: [],
    resource,
    instrumentationScope: SCOPE,
    droppedAttributesCount: span.droppedAttributes,
    droppedEventsCount: span.droppedEvents,
    droppedLinksCount: 0,
  };
}

export function toSdkAttributes(attributes: Attributes): SdkAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === "object" ? [...value] : value]),
  );
}

function toContext({ traceId, spanId, isSampled, isRemote, traceState }: SpanContext, { api }: Sdk): SdkContext {
  return {
    traceId,
    spanId,
    traceFlags: isSampled ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE,
    ...(isRemote !== undefined && { isRemote }),
    ...(traceState !== undefined && { traceState: api.createTraceState(traceState) }),
  };
}

function toTime(ms: number): HrTime {
  const seconds = Math.floor(ms / MS_PER_S);
  return [seconds, Math.round((ms - seconds * MS_PER_S) * NS_PER_MS)];
}
