// Corrects the ending that an agent reports for a turn if it is known to be wrong.
import type { TurnEnding } from "@parley/client";
import { isAllowed } from "./open-questions.ts";
import type { TurnRun, TurnRunnerOptions } from "./turn-run.ts";
import { answerLost, questionExpired } from "./turn-endings.ts";

/** `hasCompletedCalls`: whether a tool call was completed since the prompt. */
export function concludeTurn(
  { recovered }: Pick<TurnRunnerOptions, "recovered">,
  { turn, signal, expired: findExpired }: TurnRun,
  hasCompletedCalls: boolean,
  ending: TurnEnding,
): TurnEnding {
  const expired = findExpired();
  if (ending.stopReason === "cancelled" && expired !== undefined && !signal.aborted) {
    return { error: questionExpired(expired) };
  }
  if (ending.stopReason !== "end_turn" || hasCompletedCalls) return ending;
  const unused = recovered.end(turn.id).filter(isAllowed);
  return unused.length === 0 ? ending : { error: answerLost(unused) };
}
