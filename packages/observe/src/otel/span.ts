// Spans and measurements as plain data, independent of the protocol that sends them.

export type AttributeValue = string | number | boolean | readonly string[];
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** The parent's context for a child. */
export interface SpanContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 of them. */
  readonly spanId: string;
  readonly isSampled: boolean;
  /** W3C trace state, not parsed. */
  readonly traceState?: string | undefined;
  /** It was received with a message. */
  readonly isRemote?: boolean | undefined;
}

/** `client`: the other side does the work. */
export type SpanKind = "client" | "internal";

export interface SpanEvent {
  readonly name: string;
  readonly atMs: number;
  readonly attributes: Attributes;
}

export interface FinishedSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly context: SpanContext;
  readonly parent: SpanContext | undefined;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  readonly droppedAttributes: number;
  readonly events: readonly SpanEvent[];
  readonly droppedEvents: number;
  /** Undefined if there was no error, or it is unknown. */
  readonly error: string | undefined;
}

export type MetricName =
  | "gen_ai.client.operation.duration"
  | "gen_ai.client.token.usage"
  | "gen_ai.server.time_to_first_token";

export interface Measurement {
  readonly name: MetricName;
  readonly value: number;
  readonly attributes: Attributes;
}

/** Neither may throw, wait or take long. */
export interface SpanSink {
  span(span: FinishedSpan): void;
  measure(measurement: Measurement): void;
}
