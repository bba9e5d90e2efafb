// What a turn reports on its own: retries, limits and refusals.
import type { ModelFailure } from "../models/model.ts";
import { plural } from "@parley/base";

export function describeRetry(retry: { attempt: number; delayMs: number; failure: ModelFailure }): string {
  const seconds = Math.max(1, Math.round(retry.delayMs / 1000));
  return `${retry.failure.message} Retrying in ${seconds} s (attempt ${retry.attempt}).`;
}

export const REFUSED =
  "The model refused to continue. The prompt and everything after it is no longer part of the conversation.";
export const EMPTY_ANSWER = "The model returned an empty answer.";
export const ANSWER_TOO_LONG = "The answer exceeded the maximum length and was cut off.";

export function describeStepLimit(steps: number): string {
  return `Stopped after ${plural(steps, "request")} to the model, the limit for one turn. Send "continue" to continue.`;
}

export function describeTokenLimit(tokens: number): string {
  return `Stopped: this turn used more than ${plural(tokens, "token")}, its limit. Send "continue" to continue.`;
}

export function describeCostLimit(spent: number, max: number): string {
  return `Stopped: this turn cost $${spent.toFixed(2)}; its limit is $${max.toFixed(2)}. Send "continue" to continue.`;
}

export function describeUnknownPrice(): string {
  return "The cost limit does not apply: the price of this model is unknown. Set it in config.json (models), or limit the number of requests.";
}

export function describeTimeLimit(ms: number): string {
  return `Stopped: this turn took longer than ${plural(Math.ceil(ms / 1000), "second")}, its limit.`;
}

export function describeRepetition(steps: number): string {
  return `Stopped: the same calls returned the same results ${steps} times in a row. Describe what to do differently.`;
}

export function describeFailing(steps: number): string {
  return `Stopped: every call of the last ${steps} steps failed. Describe what to do differently.`;
}

export function describeContinuationLimit(times: number): string {
  return `Stopped: autopilot continued ${plural(times, "time")}, and the plan still has open entries.`;
}
