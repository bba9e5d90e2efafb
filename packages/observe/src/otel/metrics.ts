// The three metrics of the conventions for generative AI, collected by OpenTelemetry's SDK and sent periodically.
import type { Histogram, Meter } from "@opentelemetry/api";
import type { ResourceMetrics } from "@opentelemetry/sdk-metrics";
import type { TelemetryConfig } from "./config.ts";
import type { Sdk } from "./sdk.ts";
import type { Measurement, MetricName } from "./span.ts";
import { SCOPE, toSdkAttributes } from "./to-readable-span.ts";

export interface Metrics {
  record(measurement: Measurement): void;
  /** Sends the remaining measurements, then stops. */
  close(): Promise<void>;
}

export interface MetricsOptions {
  readonly sdk: Sdk;
  readonly config: TelemetryConfig;
  /** Never rejects; the sender counts failures. */
  readonly send: (metrics: ResourceMetrics) => Promise<void>;
}

interface Instrument {
  readonly unit: string;
  readonly description: string;
  /** As the conventions recommend. */
  readonly boundaries: number[];
}

const INSTRUMENTS: Readonly<Record<MetricName, Instrument>> = {
  "gen_ai.client.operation.duration": {
    unit: "s",
    description: "How long a turn took",
    boundaries: powers(0.01, 2, 14),
  },
  "gen_ai.client.token.usage": {
    unit: "{token}",
    description: "Tokens of a turn",
    boundaries: powers(1, 4, 14),
  },
  "gen_ai.server.time_to_first_token": {
    unit: "s",
    description: "From the prompt to the first word, thought or tool call",
    boundaries: [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
  },
};

export async function createMetrics({ sdk, config, send }: MetricsOptions): Promise<Metrics> {
  const { MeterProvider, MetricReader, AggregationTemporality } = await import("@opentelemetry/sdk-metrics");
  /** The SDK's own reader cannot be stopped while it waits for the collector. */
  class Reader extends MetricReader {
    protected override onForceFlush(): Promise<void> {
      return Promise.resolve();
    }
    protected override onShutdown(): Promise<void> {
      return Promise.resolve();
    }
  }
  const temporality = config.hasDeltaMetrics ? AggregationTemporality.DELTA : AggregationTemporality.CUMULATIVE;
  const reader = new Reader({ aggregationTemporalitySelector: () => temporality });
  const resource = sdk.resources.resourceFromAttributes(config.resource);
  const provider = new MeterProvider({ resource, readers: [reader] });
  const histograms = createHistograms(provider.getMeter(SCOPE.name));
  let sending: Promise<void> | undefined;
  const sendAll = (): Promise<void> => {
    sending ??= collect().finally(() => (sending = undefined));
    return sending;
  };
  const collect = async (): Promise<void> => {
    const { resourceMetrics } = await reader.collect();
    if (resourceMetrics.scopeMetrics.length > 0) await send(resourceMetrics);
  };
  const timer = setInterval(() => void sendAll(), config.metricsIntervalMs).unref();
  return {
    record: ({ name, value, attributes }) => histograms.get(name)?.record(value, toSdkAttributes(attributes)),
    async close() {
      clearInterval(timer);
      await sending;
      await sendAll();
      await provider.shutdown();
    },
  };
}

function createHistograms(meter: Meter): ReadonlyMap<string, Histogram> {
  return new Map(
    Object.entries(INSTRUMENTS).map(([name, { unit, description, boundaries }]) => {
      const advice = { explicitBucketBoundaries: boundaries };
      return [name, meter.createHistogram(name, { unit, description, advice })];
    }),
  );
}

function powers(first: number, factor: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first * factor ** index);
}
