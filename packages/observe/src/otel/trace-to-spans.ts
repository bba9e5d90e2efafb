// The spans of a recorded trace, as OTLP JSON: the same that would have been sent to a collector at the time.
import { createExtractor } from "../extract/create-extractor.ts";
import type { Frame } from "../frames/frame.ts";
import { AgentFacts } from "./agent-facts.ts";
import { EXPORTED_SPANS_MAX } from "../limits.ts";
import { loadSdk } from "./sdk.ts";
import { createSeededIds, type SpanIds } from "./span-ids.ts";
import { SpanFactory } from "./span-factory.ts";
import { SpanTracker } from "./span-tracker.ts";
import type { FinishedSpan } from "./span.ts";
import { toReadableSpan } from "./to-readable-span.ts";

export interface OtlpJsonOptions {
  readonly serviceName?: string | undefined;
  /** The name of an agent that does not report one itself. */
  readonly agentId?: string | undefined;
}

const DEFAULT_SERVICE = "parley";

/** One `ExportTraceServiceRequest`. The same recording always gives the same text. */
export async function toOtlpJson(frames: AsyncIterable<Frame>, options: OtlpJsonOptions): Promise<string> {
  const { spans, left } = await collectSpans(frames, options.agentId);
  const sdk = await loadSdk();
  const resource = sdk.resources.resourceFromAttributes({
    "service.name": options.serviceName ?? DEFAULT_SERVICE,
    ...(left > 0 && { "parley.spans_left_out": left }),
  });
  const readable = spans.map((span) => toReadableSpan(span, sdk, resource));
  const bytes = sdk.transformer.JsonTraceSerializer.serializeRequest(readable);
  return new TextDecoder().decode(bytes);
}

async function collectSpans(
  frames: AsyncIterable<Frame>,
  agentId: string | undefined,
): Promise<{ spans: FinishedSpan[]; left: number }> {
  const spans: FinishedSpan[] = [];
  let left = 0;
  let lastMs = 0;
  let ids: SpanIds | undefined;
  const extractor = createExtractor();
  const factory = new SpanFactory({
    sink: {
      span: (span) => void (spans.length < EXPORTED_SPANS_MAX ? spans.push(span) : (left += 1)),
      measure: () => undefined,
    },
    ids: { traceId: () => ids?.traceId() ?? "", spanId: () => ids?.spanId() ?? "" },
    // An export contains everything, whatever the sampler was.
    sampler: () => true,
    agent: new AgentFacts(agentId),
    capturesContent: false,
  });
  const tracker = new SpanTracker(factory);
  for await (const frame of frames) {
    ids ??= createSeededIds(`${frame.atMs} ${frame.text ?? frame.head ?? ""}`);
    lastMs = Math.max(lastMs, frame.atMs);
    tracker.add(frame, extractor.add(frame));
  }
  tracker.end(lastMs);
  return { spans, left };
}
