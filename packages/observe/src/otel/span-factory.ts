// Shared by all spans of one connection: their destination, and the agent's attributes.
import { OpenSpan } from "./open-span.ts";
import type { AgentFacts } from "./agent-facts.ts";
import type { Sampler } from "./sampler.ts";
import type { SpanIds } from "./span-ids.ts";
import type { Attributes, MetricName, SpanContext, SpanKind, SpanSink } from "./span.ts";

export interface SpanFactoryOptions {
  readonly sink: SpanSink;
  readonly ids: SpanIds;
  readonly sampler: Sampler;
  readonly agent: AgentFacts;
  /** Whether message content is captured. */
  readonly capturesContent: boolean;
}

export class SpanFactory {
  readonly agent: AgentFacts;
  readonly capturesContent: boolean;
  readonly #options: SpanFactoryOptions;

  constructor(options: SpanFactoryOptions) {
    this.agent = options.agent;
    this.capturesContent = options.capturesContent;
    this.#options = options;
  }

  start(name: string, kind: SpanKind, atMs: number, parent: SpanContext | undefined): OpenSpan {
    const { ids, sampler } = this.#options;
    return new OpenSpan({ name, kind, atMs, parent, ids, sampler });
  }

  finish(span: OpenSpan, atMs: number): void {
    if (span.context.isSampled) this.#options.sink.span(span.end(atMs));
  }

  /** Ends a span as unfinished. */
  abandon(span: OpenSpan, atMs: number, why: string): void {
    span.fail("unfinished", why);
    this.finish(span, atMs);
  }

  measure(name: MetricName, value: number, attributes: Attributes): void {
    this.#options.sink.measure({ name, value, attributes });
  }
}
