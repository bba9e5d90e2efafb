// After a start: turns of an earlier process are continued, run, or ended.
import type { Clock, Log } from "@parley/base";
import type { HubInteractions } from "./interactions/create-interactions.ts";
import type { Interaction } from "./api/interactions.ts";
import type { LiveSession } from "./live/live-session.ts";
import type { LiveSessions } from "./live/live-sessions.ts";
import type { HubStore } from "./api/store.ts";
import type { HubTurns } from "./turns/create-turns.ts";
import { TURNS_PAGE_MAX } from "./limits.ts";
import { findEnding, hasPrompt } from "./turns/ending-in-log.ts";
import { CANCELLED, INTERRUPTED, toStop, UNTIL_OVER, type Ending } from "./turns/turn-endings.ts";
import type { Turn } from "./api/turns.ts";

export interface RecoverOptions {
  readonly store: HubStore;
  readonly sessions: LiveSessions;
  readonly turns: HubTurns;
  readonly interactions: HubInteractions;
  readonly clock: Clock;
  readonly log: Log;
}

/** A turn in one of them can be continued. */
const LEFT_STATES = ["created", "awaiting"] as const;
const OPEN_STATES = ["created", "in_progress", "awaiting", "cancelling"] as const;

/**
 * For a session whose folder no living server has: a running turn is over. Queued turns and those waiting for an answer
 * are left to a server with the folder.
 */
export async function endInterrupted(options: RecoverOptions, sessionId: string): Promise<void> {
  const running = (await listOpen(options.store, sessionId)).filter(({ state }) =>
    LEFT_STATES.every((one) => one !== state),
  );
  for (const turn of running) await end(turn, await options.sessions.get(sessionId), options);
}

/**
 * In the order of their requests. A turn that waits for an answer keeps waiting, a queued one runs, and every
 * other one was interrupted. `sessionId`: only those of this session.
 */
export async function recoverTurns(options: RecoverOptions, sessionId?: string): Promise<void> {
  const { store, sessions, turns, interactions, log } = options;
  const pending = await store.listInteractions({ sessionId, state: "pending" });
  const adopted = new Set<string>();
  for (const turn of await listOpen(store, sessionId)) {
    const session = await sessions.get(turn.sessionId);
    const questions = await questionsOf(turn, pending, store);
    const [longest] = questions;
    // An earlier attempt got this far.
    if (turns.table.find(turn.id) !== undefined) {
      for (const { id } of questions) adopted.add(id);
      continue;
    }
    const isContinued = longest !== undefined && session.row.agentSessionId !== undefined;
    if (isContinued && !(await hasEnded(turn, session, store))) {
      for (const { id } of questions) adopted.add(id);
      // A question is stored with its event, and the state of its turn a moment later.
      const late = turn.state === "awaiting" ? {} : ({ state: "awaiting", interactionId: longest.id } as const);
      if ("state" in late) await store.updateTurn(turn.id, late);
      wait({ ...turn, ...late }, session, questions, options);
    } else if (turn.state === "created" && turn.prompt !== undefined) {
      turns.adopt(turn, session, { prompt: turn.prompt });
    } else {
      const isInterrupted = await end(turn, session, options);
      if (isInterrupted) log.write("info", "A turn was interrupted when the server stopped", { turnId: turn.id });
    }
  }
  for (const interaction of pending) if (!adopted.has(interaction.id)) await interactions.cancel(interaction);
}

async function listOpen(store: HubStore, sessionId: string | undefined): Promise<readonly Turn[]> {
  const found: Turn[] = [];
  for (let cursor: string | undefined; ;) {
    const { rows, nextCursor } = await store.listTurns({
      sessionId,
      states: OPEN_STATES,
      limit: TURNS_PAGE_MAX,
      cursor,
    });
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
  if (turn.state !== "awaiting" && turn.state !== "in_progress") return [];
  const open = pending.filter(({ turnId }) => turnId === turn.id).toReversed();
  if (turn.state === "in_progress") return open;
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

/** It was answered and has ended, but the store was unavailable when its row was to be updated. */
async function hasEnded(turn: Turn, { row }: LiveSession, store: HubStore): Promise<boolean> {
  const isBegun = turn.firstSeq !== undefined && row.lastSeq >= turn.firstSeq;
  return isBegun && (await findEnding(store, turn)) !== undefined;
}

/** Returns whether it was under way: its log may have its end already. */
async function end(turn: Turn, session: LiveSession, { store, clock }: RecoverOptions): Promise<boolean> {
  const isBegun = turn.firstSeq !== undefined && session.row.lastSeq >= turn.firstSeq;
  const inLog = isBegun ? await findEnding(store, turn) : undefined;
  const interrupted: Ending = { state: "failed", error: INTERRUPTED };
  const ending = inLog ?? (turn.state === "cancelling" ? CANCELLED : interrupted);
  // As if it had been cancelled in the queue: nothing of it is in the log, which another turn may be writing.
  if (!isBegun && turn.state === "cancelling") {
    await store.updateTurn(turn.id, { ...CANCELLED, finishedAtMs: clock.now(), ...UNTIL_OVER });
    return true;
  }
  const firstSeq = isBegun ? turn.firstSeq : session.row.lastSeq + 1;
  // The prompt is in the log even if the agent never got it.
  if (turn.prompt !== undefined && !(isBegun && (await hasPrompt(store, turn))))
    session.record({ type: "prompt", prompt: turn.prompt, ...(turn.actor && { actor: turn.actor }) });
  if (inLog === undefined && (isBegun || turn.prompt !== undefined)) session.record(toStop(ending));
  await session.save();
  await store.updateTurn(turn.id, {
    ...ending,
    finishedAtMs: clock.now(),
    firstSeq,
    lastSeq: session.row.lastSeq,
    ...UNTIL_OVER,
  });
  return inLog === undefined;
}
