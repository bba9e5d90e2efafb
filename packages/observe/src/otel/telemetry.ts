// The interface of the telemetry of one connection.
import type { Clock, Log } from "@parley/base";
import type { Observation } from "../extract/observation.ts";
import type { Frame } from "../frames/frame.ts";

export interface TelemetryOptions {
  /** What the agent is called until it says so itself. */
  readonly agentId?: string | undefined;
  readonly clock?: Clock | undefined;
  /** Hears of a collector that takes nothing: once for spans, once for metrics. */
  readonly log?: Log | undefined;
  /** Called for a setting that cannot be used, such as an unsupported protocol. Without it, the setting is logged once. */
  readonly onProblem?: ((problem: string) => void) | undefined;
  /** How long the end may wait for the collector. */
  readonly closeMs?: number | undefined;
}

export interface TelemetryStats {
  /** Spans that the collector took. */
  readonly sent: number;
  /** Spans that it did not take. */
  readonly failed: number;
  /** Spans that were never sent, because too many waited. */
  readonly dropped: number;
  /** How often metrics could not be sent. */
  readonly metricsFailed: number;
}

export interface Telemetry extends AsyncDisposable {
  /** Takes no time worth speaking of and never throws for what it hears. `observations` are those of this frame, if it has any. */
  add(frame: Frame, observations: readonly Observation[]): void;
  /** What was found out beside the frames: what was refused at the pipe, what was done without asking. */
  observe(observation: Observation): void;
  readonly stats: TelemetryStats;
  /** Ends what is open, and sends what is left, within a limit. */
  close(): Promise<void>;
}
