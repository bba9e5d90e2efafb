// Turns: each one over with a reason or waiting for a person, each one alone in its part of the log, each prompt carried out once.
import type { LoggedEvent } from "../../e2e/serve/dialects.ts";
import type { Evidence, SessionEvidence, TurnEvidence } from "./evidence.ts";
import { chunkOf, eventsOf, FINAL, hasBegun, logOf, promptText } from "./read-log.ts";

export function checkFinished({ sessions }: Evidence): readonly string[] {
  return sessions.flatMap((session) => {
    const isWaiting = session.turns.some(({ state }) => state === "awaiting");
    return session.turns.flatMap(({ id, state, error }) => {
      if (state === "failed" && (error?.message ?? "") === "") return [`turn ${id} failed without a reason`];
      if (FINAL.has(state)) return [];
      // What is queued behind a turn that waits for a person waits with it.
      if (isWaiting && (state === "awaiting" || state === "created")) return checkQuestion(session, id, state);
      return [`turn ${id} of session ${session.id} is still ${state}`];
    });
  });
}

function checkQuestion({ interactions }: SessionEvidence, id: string, state: string): readonly string[] {
  if (state !== "awaiting" || interactions.some((question) => question.state === "pending")) return [];
  return [`turn ${id} waits for a person, but no question is open`];
}

/** Its part of the log begins with its prompt and has one end, and no other turn's events are in it. */
export function checkParts({ sessions }: Evidence): readonly string[] {
  return sessions.flatMap((session) => {
    const log = logOf(session);
    const begun = session.turns.filter(hasBegun);
    const inOrder = begun.toSorted((one, other) => (one.first_seq ?? 0) - (other.first_seq ?? 0));
    const overlaps = inOrder.flatMap((turn, index) => {
      const next = inOrder[index + 1];
      return next !== undefined && (next.first_seq ?? 0) <= (turn.last_seq ?? 0)
        ? [`turns ${turn.id} and ${next.id} of session ${session.id} ran at the same time`]
        : [];
    });
    const parts = begun.flatMap((turn) => {
      const events = eventsOf(turn, log);
      const [prompts, stops] = ["prompt", "stop"].map((type) => events.filter((event) => event.type === type).length);
      if (prompts === 1 && (stops === 1 || !FINAL.has(turn.state))) return [];
      if (isWithdrawn(turn, log)) return [];
      const part = `${turn.state}, events ${turn.first_seq} to ${turn.last_seq}`;
      return [`turn ${turn.id} of session ${session.id} (${part}) has ${prompts} prompts and ${stops} ends in the log`];
    });
    return [...overlaps, ...parts];
  });
}

/** Cancelled before its agent got it: neither the prompt nor an answer is in the log. */
function isWithdrawn(turn: TurnEvidence, log: readonly LoggedEvent[]): boolean {
  if (!hasBegun(turn)) return true;
  const events = eventsOf(turn, log);
  return turn.state === "cancelled" && !events.some((event) => PARTS.has(event.type) || chunkOf(event) !== undefined);
}

const PARTS: ReadonlySet<string> = new Set(["prompt", "stop"]);

/** What a server acknowledged is there, once; what was only sent is there once at most. */
export function checkPrompts({ sessions, prompts }: Evidence): readonly string[] {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return prompts.flatMap((prompt) => {
    const { sessionId, word, turnId, isAcknowledged, end } = prompt;
    const session = byId.get(sessionId);
    if (session === undefined) return [`session ${sessionId}, which a server acknowledged, is gone`];
    const times = logOf(session).filter((event) => promptText(event).includes(word)).length;
    if (times > 1) return [`prompt ${word} is in the log ${times} times`];
    const turn = session.turns.find(({ id }) => id === turnId);
    if (turnId !== undefined && turn === undefined)
      return [`turn ${turnId} of ${word}, which a server acknowledged, is gone`];
    if (end !== undefined && turn !== undefined && turn.state !== end)
      return [`turn ${turnId} of ${word} was reported as ${end}, and is ${turn.state}`];
    // One that was cancelled or failed before it began has left nothing in the log.
    const mayBeMissing = turn === undefined ? end !== "completed" : isWithdrawn(turn, logOf(session));
    if (isAcknowledged && times === 0 && !mayBeMissing)
      return [`prompt ${word} was acknowledged, and is not in the log`];
    return [];
  });
}

export function checkAnswers({ sessions, prompts }: Evidence): readonly string[] {
  const states = new Map(sessions.flatMap(({ interactions }) => interactions.map(({ id, state }) => [id, state])));
  return prompts.flatMap(({ answer, word }) => {
    if (answer === undefined) return [];
    const state = states.get(answer.interactionId);
    return state === undefined || state === "pending"
      ? [`the answer to ${word} was acknowledged, and is ${state ?? "gone"}`]
      : [];
  });
}

/** The agents' own traces: a prompt that two servers run is carried out twice. */
export function checkWitnesses({ sessions, prompts, witnesses }: Evidence): readonly string[] {
  const states = new Map(sessions.flatMap(({ turns }) => turns.map(({ id, state }) => [id, state])));
  return prompts.flatMap(({ isWitnessed, word, turnId = "" }) => {
    if (!isWitnessed) return [];
    const times = witnesses.filter((line) => line === word).length;
    if (times > 1) return [`prompt ${word} was carried out ${times} times`];
    return times === 0 && states.get(turnId) === "completed"
      ? [`prompt ${word} completed, and nothing was carried out`]
      : [];
  });
}
