// An unfinished span. Everything in it is bounded and free of secrets.
import { truncate } from "@parley/base";
import { redact, redactStart } from "@parley/policy";
import { ATTRIBUTE_CHARS_MAX, ATTRIBUTES_MAX, SPAN_EVENTS_MAX, NAME_CHARS_MAX } from "../limits.ts";
import type { Sampler } from "./sampler.ts";
import type { SpanIds } from "./span-ids.ts";
import type { Attributes, AttributeValue, FinishedSpan, SpanContext, SpanEvent, SpanKind } from "./span.ts";

export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly atMs: number;
  readonly parent: SpanContext | undefined;
  readonly ids: SpanIds;
  readonly sampler: Sampler;
}

export class OpenSpan {
  readonly context: SpanContext;
  readonly startMs: number;
  name: string;
  readonly #kind: SpanKind;
  readonly #parent: SpanContext | undefined;
  readonly #attributes = new Map<string, AttributeValue>();
  readonly #events: SpanEvent[] = [];
  #droppedAttributes = 0;
  #droppedEvents = 0;
  #error: string | undefined;

  constructor({ name, kind, atMs, parent, ids, sampler }: SpanStart) {
    this.name = name;
    this.startMs = atMs;
    this.#kind = kind;
    this.#parent = parent;
    const traceId = parent?.traceId ?? ids.traceId();
    const traceState = parent?.traceState;
    const context = { traceId, spanId: ids.spanId(), isSampled: sampler(traceId, parent) };
    this.context = traceState === undefined ? context : { ...context, traceState };
  }

  /** Undefined changes nothing. */
  set(name: string, value: AttributeValue | undefined): void {
    if (value === undefined) return;
    if (!this.#attributes.has(name) && this.#attributes.size >= ATTRIBUTES_MAX) this.#droppedAttributes += 1;
    else this.#attributes.set(name, typeof value === "string" ? truncate(value, ATTRIBUTE_CHARS_MAX) : value);
  }

  /** Message content: already redacted, and longer than other attributes. */
  setContent(name: string, text: string): void {
    this.#attributes.set(name, text);
  }

  event(name: string, atMs: number, attributes: Attributes = {}): void {
    if (this.#events.length >= SPAN_EVENTS_MAX) this.#droppedEvents += 1;
    else this.#events.push({ name, atMs, attributes });
  }

  fail(type: string, message: string): void {
    this.set("error.type", type);
    this.#error = withoutSecrets(message);
  }

  end(atMs: number): FinishedSpan {
    return {
      name: truncate(redact(this.name), NAME_CHARS_MAX),
      kind: this.#kind,
      context: this.context,
      parent: this.#parent,
      startMs: this.startMs,
      // The clock may have been set back.
      endMs: Math.max(this.startMs, atMs),
      attributes: Object.fromEntries(this.#attributes),
      droppedAttributes: this.#droppedAttributes,
      events: this.#events,
      droppedEvents: this.#droppedEvents,
      error: this.#error,
    };
  }
}

export function withoutSecrets(text: string): string {
  return text.length <= ATTRIBUTE_CHARS_MAX ? redact(text) : `${redactStart(text, ATTRIBUTE_CHARS_MAX - 1)}…`;
}
