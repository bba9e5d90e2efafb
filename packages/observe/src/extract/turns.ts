// When a turn begins and ends: by the prompt and its answer in version 1, by `state_update` in version 2.
import { fieldsOf, textOf, wordsOf, type Fields } from "./fields.ts";
import { OPEN_TURNS_MAX } from "../limits.ts";
import type { ObservationBuilder } from "./observation-builder.ts";
import { closeCalls } from "./tool-calls.ts";
import type { SessionMemory } from "./connection-memory.ts";

/** A prompt of version 2 may join the running turn; a proxy's prompt to its successor is part of it. */
export function beginTurn(builder: ObservationBuilder, session: SessionMemory, requestId: string): void {
  session.isHistory = false;
  const { isSecondVersion, isChained } = builder.memory;
  if ((isSecondVersion || isChained) && session.openTurns.length > 0) return;
  session.openTurns.push(requestId);
  // For agents that never answer: the oldest is dropped.
  if (session.openTurns.length > OPEN_TURNS_MAX) endTurn(builder, session, session.openTurns[0] ?? "", {});
  builder.add(session.sessionId, { type: "turn_started", requestId });
}

export function answerPrompt(
  builder: ObservationBuilder,
  session: SessionMemory,
  requestId: string,
  result: unknown,
): void {
  const fields = fieldsOf(result);
  const stopReason = wordsOf(fields["stopReason"]);
  // In version 2 this only means that the message was accepted.
  if (stopReason === undefined && textOf(fields["messageId"]) !== undefined) return;
  endTurn(builder, session, requestId, { stopReason });
}

export function failPrompt(
  builder: ObservationBuilder,
  session: SessionMemory,
  requestId: string,
  error: unknown,
): void {
  endTurn(builder, session, requestId, { error: wordsOf(fieldsOf(error)["message"]) ?? "unknown error" });
}

export function readState(builder: ObservationBuilder, session: SessionMemory, fields: Fields): void {
  const { state } = fields;
  if (state === "running" || state === "requires_action") {
    session.isHistory = false;
    if (session.openTurns.length === 0) beginTurn(builder, session, `agent-${session.turns}`);
  } else if (state === "idle") {
    const error = wordsOf(fieldsOf(fields["error"])["message"]) ?? wordsOf(fields["error"]);
    const how = { stopReason: wordsOf(fields["stopReason"]), ...(error !== undefined && { error }) };
    for (const requestId of session.openTurns.slice()) endTurn(builder, session, requestId, how);
  }
}

function endTurn(
  builder: ObservationBuilder,
  session: SessionMemory,
  requestId: string,
  { stopReason, error }: { readonly stopReason?: string | undefined; readonly error?: string | undefined },
): void {
  const at = session.openTurns.indexOf(requestId);
  if (at < 0) return;
  session.openTurns.splice(at, 1);
  closeCalls(builder, session);
  session.turns += 1;
  builder.memory.seen.forget(session.sessionId);
  const body = { type: "turn_ended", requestId, stopReason } as const;
  builder.add(session.sessionId, error === undefined ? body : { ...body, error });
}
