// A turn as a run.
import type { Turn, TurnState } from "@parley/hub";
import { toWireError } from "../errors.ts";
import { toTimestamp, type AwaitRequest, type Message, type Run, type RunStatus } from "../wire.ts";

export const STATUS_OF_STATE: Readonly<Record<TurnState, RunStatus>> = {
  created: "created",
  in_progress: "in-progress",
  awaiting: "awaiting",
  cancelling: "cancelling",
  completed: "completed",
  failed: "failed",
  cancelled: "cancelled",
};

/** Clients read the error of every run that failed. */
const UNEXPLAINED = { code: "server_error", message: "The run failed for an unknown reason." } as const;

export interface RunOutput {
  readonly messages: readonly Message[];
  readonly isCut: boolean;
}

export function toRun(turn: Turn, output: RunOutput, awaitRequest: AwaitRequest | undefined): Run {
  const { state, finishedAtMs, stopReason, error, usage } = turn;
  return {
    agent_name: turn.agent,
    run_id: turn.id,
    session_id: turn.sessionId,
    status: STATUS_OF_STATE[state],
    ...(state === "awaiting" && awaitRequest && { await_request: awaitRequest }),
    output: output.messages,
    ...(state === "failed" && { error: toWireError(error ?? UNEXPLAINED) }),
    created_at: toTimestamp(turn.createdAtMs),
    ...(finishedAtMs !== undefined && { finished_at: toTimestamp(finishedAtMs) }),
    ...(stopReason !== undefined && { stop_reason: stopReason }),
    ...(usage && { usage }),
    ...(output.isCut && { is_output_cut: true as const }),
  };
}
