// The interface of the telemetry of one connection.
import type { Clock, Log } from "@parley/base";
import type { Observation } from "../extract/observation.ts";
import type { Frame } from "../frames/frame.ts";

export interface TelemetryOptions {
  /** The agent's name until it reports one itself. */
  readonly agentId?: string | undefined;
  readonly clock?: Clock | undefined;
  /** Logs that the collector accepts nothing: once for spans, once for metrics. */
  readonly log?: Log | undefined;
  /** Called for a setting that cannot be used, such as an unsupported protocol. Without it, the setting is logged once. */
  readonly onProblem?: ((problem: string) => void) | undefined;
  /** How long closing may wait for the collector. */
  readonly closeMs?: number | undefined;
}

export interface TelemetryStats {
  /** Spans that the collector accepted. */
  readonly sent: number;
  /** Spans that it did not accept. */
  readonly failed: number;
  /** Spans that were dropped because too many were waiting. */
  readonly dropped: number;
  /** How often metrics could not be sent. */
  readonly metricsFailed: number;
}

export interface Telemetry extends AsyncDisposable {
  /** Fast, and never throws for any frame. `observations` are those of this frame, if any. */
  add(frame: Frame, observations: readonly Observation[]): void;
  /** Observations that are not from frames: requests refused by the proxy, unapproved effects. */
  observe(observation: Observation): void;
  readonly stats: TelemetryStats;
  /** Ends open spans and sends the rest, within a time limit. */
  close(): Promise<void>;
}
