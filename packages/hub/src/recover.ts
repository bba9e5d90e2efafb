// After a start: what an earlier process left behind is brought to an end, or waits on.
import type { ContentBlock, SessionEventBody } from "@parley/acp";
import type { Clock, Log } from "@parley/base";
import type { Interaction } from "./interactions/interactions.ts";
import type { LiveSession } from "./sessions/live-session.ts";
import type { LiveSessions } from "./sessions/live-sessions.ts";
import type { HubStore } from "./store/store.ts";
import type { HubTurns } from "./turns/create-turns.ts";
import { INTERRUPTED } from "./turns/play-turn.ts";
import { LIST_MAX } from "./turns/limits.ts";
import { isOver, type Turn } from "./turns/turns.ts";

export interface RecoverOptions {
  readonly store: HubStore;
  readonly sessions: LiveSessions;
  readonly turns: HubTurns;
  readonly clock: Clock;
  readonly log: Log;
}

const OPEN_STATES = ["created", "in_progress", "awaiting", "cancelling"] as const;

/** A turn that waits for an answer goes on waiting, if its agent may take up the session again; every other one has failed. */
export async function recoverTurns({ store, sessions, turns, clock, log }: RecoverOptions): Promise<void> {
  const pending = new Set((await store.listInteractions({ state: "pending" })).map(({ id }) => id));
  for (;;) {
    const { rows } = await store.listTurns({ states: OPEN_STATES, limit: LIST_MAX });
    const left = rows.filter((turn) => turns.table.find(turn.id) === undefined);
    if (left.length === 0) return;
    for (const turn of left) {
      const session = await sessions.get(turn.sessionId);
      const isAwaiting = turn.state === "awaiting" && pending.has(turn.interactionId ?? "");
      if (isAwaiting && session.row.agentSessionId !== undefined) {
        session.awaiting.add(turn.interactionId ?? "");
        turns.table.adopt(turn);
        continue;
      }
      await fail(turn, session, store, clock);
      log.write("info", "A turn was interrupted by the end of the server", { turnId: turn.id });
    }
  }
}

async function fail(turn: Turn, session: LiveSession, store: HubStore, clock: Clock): Promise<void> {
  const wasBegun = turn.firstSeq !== undefined && session.row.lastSeq >= turn.firstSeq;
  if (wasBegun) session.record({ type: "stop", error: INTERRUPTED });
  await session.save();
  const state = turn.state === "cancelling" ? "cancelled" : "failed";
  await store.updateTurn(turn.id, {
    state,
    ...(state === "failed" ? { error: INTERRUPTED } : { stopReason: "cancelled" }),
    finishedAtMs: clock.now(),
    lastSeq: session.row.lastSeq,
    interactionId: undefined,
  });
}

/** A question of an earlier process is over: its turn goes on in a session that was taken up again, or ends. */
export async function goOn(interaction: Interaction, { store, sessions, turns, clock }: RecoverOptions): Promise<void> {
  const turn = interaction.turnId === undefined ? undefined : turns.table.find(interaction.turnId);
  if (turn === undefined || isOver(turn)) return;
  const session = await sessions.get(turn.sessionId);
  session.record(toEvent(interaction));
  const text = describeAnswer(interaction);
  if (text !== undefined) {
    turns.resume(turn, text);
    return;
  }
  session.record({ type: "stop", stopReason: "cancelled" });
  await session.save();
  await turns.table.change(turn.id, {
    state: "cancelled",
    stopReason: "cancelled",
    finishedAtMs: clock.now(),
    lastSeq: session.row.lastSeq,
    interactionId: undefined,
  });
  await store.check();
}

function toEvent(interaction: Interaction): SessionEventBody {
  const { id: interactionId, state, answeredBy } = interaction;
  const by = answeredBy ?? (state === "expired" ? "timeout" : "cancel");
  return interaction.kind === "permission"
    ? {
        type: "permission_answered",
        interactionId,
        outcome: interaction.answer?.outcome ?? { outcome: "cancelled" },
        by,
      }
    : { type: "elicitation_answered", interactionId, response: interaction.answer ?? { action: "cancel" }, by };
}

/** What the agent is told; undefined if nobody wants it to go on. */
function describeAnswer(interaction: Interaction): readonly ContentBlock[] | undefined {
  const answer = toWords(interaction);
  if (answer === undefined) return undefined;
  return [
    {
      type: "text",
      text: `You were interrupted by a restart while you waited for an answer. The answer: ${answer} Go on from there.`,
    },
  ];
}

function toWords(interaction: Interaction): string | undefined {
  if (interaction.state !== "answered") return undefined;
  if (interaction.kind === "elicitation") {
    const { answer } = interaction;
    if (answer === undefined || answer.action === "cancel") return undefined;
    return answer.action === "accept" ? `${JSON.stringify(answer.content ?? {})}.` : "it was declined.";
  }
  const outcome = interaction.answer?.outcome as { readonly outcome?: string; readonly optionId?: string } | undefined;
  if (outcome?.outcome !== "selected") return undefined;
  const option = interaction.options.find(({ optionId }) => optionId === outcome.optionId);
  const what = interaction.toolCall.title ?? "what you asked for";
  return `"${option?.name ?? outcome.optionId ?? ""}" was chosen for "${what}".`;
}
