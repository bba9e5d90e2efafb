// Corrects how an agent says that its turn ended, where that is known to be wrong.
import type { TurnEnding } from "@parley/client";
import { isAllowed } from "./open-questions.ts";
import type { Play, PlayOptions } from "./play.ts";
import { answerLost, questionExpired } from "./turn-endings.ts";

/** `hasCompletedCalls`: since the agent was prompted. */
export function concludeTurn(
  { given }: Pick<PlayOptions, "given">,
  { turn, signal, expired: findExpired }: Play,
  hasCompletedCalls: boolean,
  ending: TurnEnding,
): TurnEnding {
  const expired = findExpired();
  if (ending.stopReason === "cancelled" && expired !== undefined && !signal.aborted) {
    return { error: questionExpired(expired) };
  }
  if (ending.stopReason !== "end_turn" || hasCompletedCalls) return ending;
  const unused = given.end(turn.id).filter(isAllowed);
  return unused.length === 0 ? ending : { error: answerLost(unused) };
}
