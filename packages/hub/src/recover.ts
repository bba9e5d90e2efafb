// After a start: turns of an earlier process are continued, run, or ended.
import type { Clock, Log } from "@parley/base";
import type { HubInteractions } from "./interactions/create-interactions.ts";
import type { Interaction } from "./api/interactions.ts";
import type { LiveSession } from "./live/live-session.ts";
import type { LiveSessions } from "./live/live-sessions.ts";
import type { HubStore } from "./api/store.ts";
import type { HubTurns } from "./turns/create-turns.ts";
import { TURNS_PAGE_MAX } from "./limits.ts";
import { INTERRUPTED, UNTIL_OVER } from "./turns/turn-endings.ts";
import type { Turn } from "./api/turns.ts";

export interface RecoverOptions {
  readonly store: HubStore;
  readonly sessions: LiveSessions;
  readonly turns: HubTurns;
  readonly interactions: HubInteractions;
  readonly clock: Clock;
  readonly log: Log;
}

const OPEN_STATES = ["created", "in_progress", "awaiting", "cancelling"] as const;

/**
 * In the order of their requests. A turn that waits for an answer keeps waiting, a queued one runs, and every
 * other one was interrupted.
 */
export async function recoverTurns(options: RecoverOptions): Promise<void> {
  const { store, sessions, turns, interactions, log } = options;
  const pending = await store.listInteractions({ state: "pending" });
  const adopted = new Set<string>();
  for (const turn of await listOpen(store)) {
    const session = await sessions.get(turn.sessionId);
    const questions = turn.state === "awaiting" ? await questionsOf(turn, pending, store) : [];
    if (questions.length > 0 && session.row.agentSessionId !== undefined) {
      for (const { id } of questions) adopted.add(id);
      wait(turn, session, questions, options);
    } else if (turn.state === "created" && turn.prompt !== undefined) {
      turns.adopt(turn, session, { prompt: turn.prompt });
    } else {
      await end(turn, session, options);
      log.write("info", "A turn was interrupted when the server stopped", { turnId: turn.id });
    }
  }
  for (const interaction of pending) if (!adopted.has(interaction.id)) await interactions.cancel(interaction);
}

async function listOpen(store: HubStore): Promise<readonly Turn[]> {
  const found: Turn[] = [];
  for (let cursor: string | undefined; ;) {
    const { rows, nextCursor } = await store.listTurns({ states: OPEN_STATES, limit: TURNS_PAGE_MAX, cursor });
    found.push(...rows);
    if (nextCursor === undefined) return found.toSorted(inOrder);
    cursor = nextCursor;
  }
}

/** Those that had started first, then as people ordered the queue; otherwise by id, which ascends even if the clock was set back. */
function inOrder(one: Turn, other: Turn): number {
  const [place, otherPlace] = [placeOf(one), placeOf(other)];
  if (place !== otherPlace) return place - otherPlace;
  return one.id < other.id ? -1 : 1;
}

function placeOf({ state, queuePlace = Number.MAX_SAFE_INTEGER }: Turn): number {
  return state === "created" ? queuePlace : -1;
}

/** The open questions, and one that was answered just before the stop: the agent may not have got the answer. */
async function questionsOf(
  turn: Turn,
  pending: readonly Interaction[],
  store: HubStore,
): Promise<readonly Interaction[]> {
  const open = pending.filter(({ turnId }) => turnId === turn.id);
  if (turn.interactionId === undefined || open.some(({ id }) => id === turn.interactionId)) return open;
  const answered = await store.getInteraction(turn.interactionId);
  return answered === undefined ? open : [answered, ...open];
}

function wait(
  turn: Turn,
  session: LiveSession,
  questions: readonly Interaction[],
  { turns, interactions }: RecoverOptions,
): void {
  const open = questions.filter(({ state }) => state === "pending");
  for (const { id } of open) session.asked(id);
  turns.adopt(turn, session, {
    questions: {
      over: Promise.all(questions.map(async (one) => (one.state === "pending" ? interactions.adopt(one) : one))),
      cancel: async () => {
        for (const one of open) await interactions.cancel(one);
      },
    },
  });
}

async function end(turn: Turn, session: LiveSession, { store, clock }: RecoverOptions): Promise<void> {
  const isBegun = turn.firstSeq !== undefined && session.row.lastSeq >= turn.firstSeq;
  const isCancelled = turn.state === "cancelling";
  const firstSeq = isBegun ? turn.firstSeq : session.row.lastSeq + 1;
  // The prompt is in the log even if the agent never got it.
  if (!isBegun && turn.prompt !== undefined)
    session.record({ type: "prompt", prompt: turn.prompt, ...(turn.actor && { actor: turn.actor }) });
  if (isBegun || turn.prompt !== undefined) {
    session.record(isCancelled ? { type: "stop", stopReason: "cancelled" } : { type: "stop", error: INTERRUPTED });
  }
  await session.save();
  await store.updateTurn(turn.id, {
    ...(isCancelled ? { state: "cancelled", stopReason: "cancelled" } : { state: "failed", error: INTERRUPTED }),
    finishedAtMs: clock.now(),
    firstSeq,
    lastSeq: session.row.lastSeq,
    ...UNTIL_OVER,
  });
}
