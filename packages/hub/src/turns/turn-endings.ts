// How turns end.
import type { EventError, SessionEventBody, StopReason, Usage } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { RpcError } from "@parley/rpc";
import type { Interaction } from "../api/interactions.ts";
import { describeQuestion } from "./open-questions.ts";

export interface Ending {
  readonly state: "completed" | "failed" | "cancelled";
  readonly stopReason?: StopReason | undefined;
  readonly error?: EventError | undefined;
  readonly usage?: Usage | undefined;
  /** Of a turn that never reached its agent. */
  readonly firstSeq?: number | undefined;
}

export const CANCELLED: Ending = { state: "cancelled", stopReason: "cancelled" };

export const INTERRUPTED: EventError = {
  code: "interrupted",
  message: "The server stopped during this turn. The conversation is saved; send another prompt to continue",
};

/** Fields that a turn has only until it is over. */
export const UNTIL_OVER = {
  interactionId: undefined,
  prompt: undefined,
  limits: undefined,
  jsonSchema: undefined,
  approve: undefined,
  onDisconnect: undefined,
  queuePlace: undefined,
} as const;

export function toEventError(error: unknown): EventError {
  if (error instanceof ParleyError || error instanceof RpcError) return { code: error.code, message: error.message };
  return { code: "internal", message: error instanceof Error ? error.message : String(error) };
}

export function toStop({ stopReason = "end_turn", error }: Ending): SessionEventBody {
  return error === undefined ? { type: "stop", stopReason } : { type: "stop", error };
}

/** The turn was not cancelled: its question was not answered. */
export function questionExpired(interaction: Interaction): ParleyError {
  const { createdAtMs, expiresAtMs } = interaction;
  const seconds = Math.round((expiresAtMs - createdAtMs) / 1_000);
  const message = `Not answered within ${describeSeconds(seconds)}: ${describeQuestion(interaction)}. Send the prompt again to be asked again.`;
  return new ParleyError({ code: "question_expired", message });
}

/** The agent ended its turn without doing what was allowed. */
export function answerLost(unused: readonly Interaction[]): ParleyError {
  const what = unused.map(describeQuestion).join("; ");
  const message = `The agent did not repeat what was allowed after the restart, so it was not executed: ${what}. Send the prompt again.`;
  return new ParleyError({ code: "answer_lost", message });
}

function describeSeconds(seconds: number): string {
  if (seconds % 3_600 === 0 && seconds > 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 && seconds > 0 ? `${seconds / 60} min` : `${seconds} s`;
}
