// Sends spans and measurements to the collector, and logs the first failure only.
import type { Log } from "@parley/base";
import type { ResourceMetrics } from "@opentelemetry/sdk-metrics";
import type { Destination, TelemetryConfig } from "./config.ts";
import { createMetrics } from "./metrics.ts";
import { postOtlp } from "./otlp-http.ts";
import { loadSdk, type Sdk } from "./sdk.ts";
import type { FinishedSpan, Measurement } from "./span.ts";
import { toReadableSpan } from "./to-readable-span.ts";

export interface Collector {
  /** Never rejects. */
  sendSpans(batch: readonly FinishedSpan[]): Promise<void>;
  record(measurement: Measurement): void;
  /** Sends the remaining metrics. Never rejects. */
  close(): Promise<void>;
}

export interface CollectorOptions {
  readonly config: TelemetryConfig;
  readonly log: Log;
  /** An abort makes the current delivery fail. */
  readonly signal: AbortSignal;
  /** Counts the results. */
  readonly stats: { sent: number; failed: number; metricsFailed: number };
}

export async function createCollector({ config, log, signal, stats }: CollectorOptions): Promise<Collector> {
  const sdk = await loadSdk();
  const logFailure = createFailureLog(log);
  const { traces, metrics: metricsTo } = config;
  const resource = sdk.resources.resourceFromAttributes(config.resource);
  const metrics = metricsTo && (await createMetrics({ sdk, config, send: sendMetrics(sdk, metricsTo) }));

  function sendMetrics(loaded: Sdk, to: Destination): (metrics: ResourceMetrics) => Promise<void> {
    const { JsonMetricsSerializer, ProtobufMetricsSerializer } = loaded.transformer;
    const serializer = to.encoding === "json" ? JsonMetricsSerializer : ProtobufMetricsSerializer;
    return async (measured) => {
      try {
        const body = serializer.serializeRequest(measured);
        if (body !== undefined) await postOtlp(to, body, signal);
      } catch (cause) {
        stats.metricsFailed += 1;
        logFailure("metrics", cause);
      }
    };
  }

  async function send(batch: readonly FinishedSpan[], to: Destination): Promise<void> {
    const { JsonTraceSerializer, ProtobufTraceSerializer } = sdk.transformer;
    const serializer = to.encoding === "json" ? JsonTraceSerializer : ProtobufTraceSerializer;
    const body = serializer.serializeRequest(batch.map((span) => toReadableSpan(span, sdk, resource)));
    if (body === undefined) return;
    const answer = await postOtlp(to, body, signal);
    const rejected = countRejected(() => serializer.deserializeResponse(answer));
    if (rejected.count > 0) logFailure("spans", new Error(`It refused ${rejected.count} of them: ${rejected.why}`));
    stats.failed += rejected.count;
    stats.sent += Math.max(0, batch.length - rejected.count);
  }

  return {
    async sendSpans(batch) {
      if (traces === undefined) return;
      try {
        await send(batch, traces);
      } catch (cause) {
        stats.failed += batch.length;
        logFailure("spans", cause);
      }
    },
    record: (measurement) => metrics?.record(measurement),
    async close() {
      try {
        await metrics?.close();
      } catch (cause) {
        logFailure("metrics", cause);
      }
    },
  };
}

function createFailureLog(log: Log): (what: "spans" | "metrics", cause: unknown) => void {
  const told = new Set<string>();
  return (what, cause) => {
    if (told.has(what)) return;
    told.add(what);
    const reason = cause instanceof Error ? cause.message : String(cause);
    log.write("warn", `Telemetry: ${what} could not be sent; further failures are not logged. ${reason}`);
  };
}

interface Rejected {
  readonly count: number;
  readonly why: string;
}

/** The body of a collector's response is often empty, or violates the protocol. */
function countRejected(
  read: () => { readonly partialSuccess?: { readonly rejectedSpans?: unknown; readonly errorMessage?: unknown } },
): Rejected {
  try {
    const { rejectedSpans, errorMessage } = read().partialSuccess ?? {};
    const count = Number(rejectedSpans ?? 0);
    return {
      count: Number.isSafeInteger(count) ? count : 0,
      why: typeof errorMessage === "string" ? errorMessage : "",
    };
  } catch {
    return { count: 0, why: "" }; // The status says that it was accepted.
  }
}
