// The sentences that a turn says by itself: to the person, and to the model.
import type { ModelFailure } from "../models/model.ts";
import { plural } from "../text/markdown.ts";

export function describeRetry(retry: { attempt: number; delayMs: number; failure: ModelFailure }): string {
  const seconds = Math.max(1, Math.round(retry.delayMs / 1000));
  return `${retry.failure.message} Trying again in ${seconds} s (attempt ${retry.attempt}).`;
}

export const CUT_CALL = "Not run: the answer was cut at the output limit before it was complete. Make smaller calls.";
export const TOO_MANY_CALLS = "Not run: too many calls in one answer. Make fewer at a time.";
export const REFUSED =
  "The model refused to go on. The prompt and everything after it is left out of what it sees from now on.";
export const SAID_NOTHING = "The model ended its answer without a word.";

export function describeStepLimit(steps: number): string {
  return `Stopped after ${plural(steps, "request")} to the model, the limit of one turn. Say "continue" to go on.`;
}

export function describeTokenLimit(tokens: number): string {
  return `Stopped: this turn has used more than ${plural(tokens, "token")}, its limit. Say "continue" to go on.`;
}

export function describeCostLimit(spent: number, max: number): string {
  return `Stopped: this turn has cost $${spent.toFixed(2)}; its limit is $${max.toFixed(2)}. Say "continue" to go on.`;
}

export function describeUnknownPrice(): string {
  return "The cost limit does not apply: the price of this model is unknown. Set it in config.json (models), or limit the requests.";
}

export function describeTimeLimit(ms: number): string {
  return `Stopped: this turn has taken longer than ${plural(Math.ceil(ms / 1000), "second")}, its limit.`;
}

export function describeRepetition(steps: number): string {
  return `Stopped: the same calls had the same results ${steps} times in a row. Say what to do differently.`;
}

export function describeFailing(steps: number): string {
  return `Stopped: every call of the last ${steps} steps failed. Say what to do differently.`;
}

export function describeContinuationLimit(times: number): string {
  return `Stopped: autopilot has gone on ${plural(times, "time")}, and the plan still has open entries.`;
}
