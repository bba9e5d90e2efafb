// Spans and metrics for the user's own collector. Unless the environment names one, nothing is loaded and nothing is sent.
import { silentLog, systemClock, type Log } from "@parley/base";
import { AgentFacts } from "./agent-facts.ts";
import { BatchQueue } from "./batch-queue.ts";
import { parseTelemetryConfig, type Env, type TelemetryConfig } from "./config.ts";
import { BATCH_DELAY_MS, CLOSE_MS, MEASUREMENTS_QUEUED_MAX, SPANS_PER_BATCH_MAX, SPANS_QUEUED_MAX } from "../limits.ts";
import { createCollector, type Collector } from "./collector.ts";
import { randomIds } from "./span-ids.ts";
import { SpanFactory } from "./span-factory.ts";
import { SpanTracker } from "./span-tracker.ts";
import type { FinishedSpan, Measurement, SpanSink } from "./span.ts";
import type { Telemetry, TelemetryOptions, TelemetryStats } from "./telemetry.ts";
import type { Observation } from "../extract/observation.ts";
import type { Frame } from "../frames/frame.ts";

/** Messages that each log already has, because they are the same for every agent of a process. */
const loggedProblems = new WeakMap<Log, Set<string>>();

/** Undefined if no endpoint is configured. */
export function openTelemetry(env: Env, options: TelemetryOptions = {}): Telemetry | undefined {
  const { config, problems } = parseTelemetryConfig(env);
  if (options.onProblem === undefined) logProblems(problems, options.log ?? silentLog);
  else problems.forEach((problem) => options.onProblem?.(problem));
  return config === undefined ? undefined : new ConnectionTelemetry(config, options);
}

function logProblems(problems: readonly string[], log: Log): void {
  const known = loggedProblems.get(log) ?? new Set();
  loggedProblems.set(log, known);
  for (const problem of problems) {
    if (known.has(problem)) continue;
    known.add(problem);
    log.write("warn", `Telemetry: ${problem}`);
  }
}

class ConnectionTelemetry implements Telemetry, SpanSink {
  readonly #options: TelemetryOptions;
  readonly #tracker: SpanTracker;
  readonly #ending = new AbortController();
  /** Loading takes a while; until then, spans and measurements wait in the queue. */
  readonly #collector: Promise<Collector | undefined>;
  readonly #spans: BatchQueue<FinishedSpan>;
  readonly #measurements: BatchQueue<Measurement>;
  readonly #hasTraces: boolean;
  readonly #hasMetrics: boolean;
  #loadFailed = 0;
  #stats = { sent: 0, failed: 0, metricsFailed: 0 };
  #closed: Promise<void> | undefined;

  constructor(config: TelemetryConfig, options: TelemetryOptions) {
    this.#options = options;
    this.#hasTraces = config.traces !== undefined;
    this.#hasMetrics = config.metrics !== undefined;
    const { sampler, capturesContent } = config;
    const agent = new AgentFacts(options.agentId);
    this.#tracker = new SpanTracker(new SpanFactory({ sink: this, ids: randomIds, sampler, agent, capturesContent }));
    const log = options.log ?? silentLog;
    this.#collector = createCollector({ config, log, signal: this.#ending.signal, stats: this.#stats }).catch(
      (cause: unknown) => {
        log.write("warn", "Telemetry could not be loaded", { cause });
        return undefined;
      },
    );
    this.#spans = new BatchQueue({
      itemsMax: SPANS_QUEUED_MAX,
      batchMax: SPANS_PER_BATCH_MAX,
      delayMs: BATCH_DELAY_MS,
      send: (batch) => this.#sendSpans(batch),
    });
    this.#measurements = new BatchQueue({
      itemsMax: MEASUREMENTS_QUEUED_MAX,
      batchMax: MEASUREMENTS_QUEUED_MAX,
      delayMs: 0,
      send: (batch) => this.#record(batch),
    });
  }

  get stats(): TelemetryStats {
    return { ...this.#stats, dropped: this.#spans.dropped + this.#loadFailed };
  }

  add(frame: Frame, observations: readonly Observation[]): void {
    if (this.#closed === undefined) this.#tracker.add(frame, observations);
  }

  observe(observation: Observation): void {
    if (this.#closed === undefined) this.#tracker.observe(observation);
  }

  span(span: FinishedSpan): void {
    if (this.#hasTraces) this.#spans.add(span);
  }

  measure(measurement: Measurement): void {
    if (this.#hasMetrics) this.#measurements.add(measurement);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#tracker.end((this.#options.clock ?? systemClock).now());
    const timer = setTimeout(() => this.#ending.abort(), this.#options.closeMs ?? CLOSE_MS);
    const sent = this.#measurements.flush().then(async () => (await this.#collector)?.close());
    await Promise.all([this.#spans.flush(), sent]);
    clearTimeout(timer);
  }

  async #sendSpans(batch: readonly FinishedSpan[]): Promise<void> {
    const collector = await this.#collector;
    if (collector === undefined) this.#loadFailed += batch.length;
    else await collector.sendSpans(batch);
  }

  async #record(batch: readonly Measurement[]): Promise<void> {
    const collector = await this.#collector;
    for (const measurement of batch) collector?.record(measurement);
  }
}
