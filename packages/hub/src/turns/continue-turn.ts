// Continues a turn that waited for an answer when the server stopped: it keeps waiting, and its agent continues with the answers.
import type { ContentBlock } from "@parley/acp";
import type { LiveSession } from "../live/live-session.ts";
import { describeAnswers, isDecided, toAnsweredEvent, type OpenQuestions } from "./open-questions.ts";
import type { TurnRun, TurnRunnerOptions } from "./turn-run.ts";
import { CANCELLED, questionExpired, toEventError, toStop, type Ending } from "./turn-endings.ts";

/** `promptAgent`: has the agent continue; its prompt is for an agent that cannot continue from its own records. */
export async function continueTurn(
  { recovered }: Pick<TurnRunnerOptions, "recovered">,
  { turn, signal }: TurnRun,
  session: LiveSession,
  questions: OpenQuestions,
  promptAgent: (prompt: readonly ContentBlock[]) => Promise<Ending>,
): Promise<Ending> {
  const cancel = (): void => void questions.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const answers = await questions.over;
  signal.removeEventListener("abort", cancel);
  for (const answer of answers) session.record(toAnsweredEvent(answer));
  if (signal.aborted || !answers.every(isDecided)) {
    const expired = signal.aborted ? undefined : answers.find(({ state }) => state === "expired");
    const ending: Ending =
      expired === undefined ? CANCELLED : { state: "failed", error: toEventError(questionExpired(expired)) };
    session.record(toStop(ending));
    return ending;
  }
  session.record({ type: "note", level: "info", text: "Continued after a restart of the server" });
  recovered.keep(turn.id, answers);
  try {
    const ending = await promptAgent(describeAnswers(answers));
    // It was cancelled before it reached the agent, so the agent does not report how the turn ended.
    if (ending === CANCELLED) session.record(toStop(ending));
    return ending;
  } finally {
    recovered.end(turn.id);
  }
}
