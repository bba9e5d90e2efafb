// A turn of the agent `auto`: it proposes a plan or carries one out, and prompts no agent.
import type { ContentBlock } from "@parley/acp";
import type { LiveSession } from "../live/live-session.ts";
import type { TurnRun, TurnRunnerOptions } from "./turn-run.ts";
import type { Ending } from "./turn-endings.ts";

/** The agent that answers the next prompt gets what was said as context. */
export async function planTurn(
  { auto, links, clock }: Pick<TurnRunnerOptions, "auto" | "links" | "clock">,
  { turn, signal, table }: TurnRun,
  session: LiveSession,
  prompt: readonly ContentBlock[],
): Promise<Ending> {
  const firstSeq = turn.firstSeq ?? session.row.lastSeq + 1;
  const startedAtMs = table.find(turn.id)?.startedAtMs ?? clock.now();
  await table.change(turn.id, { state: "in_progress", firstSeq, interactionId: undefined, startedAtMs });
  const { state, said, hadUnansweredQuestion } = await auto.run(session, prompt, signal, turn);
  if (hadUnansweredQuestion === true) await table.change(turn.id, { hadUnansweredQuestion });
  if (session.row.agentSessionId !== undefined) await links.context.addPending(session, said);
  return { state, stopReason: state === "cancelled" ? "cancelled" : "end_turn" };
}
