// Turns: start, list, cancel.
import { ParleyError } from "@parley/base";
import { isOver, type Hub } from "@parley/hub";
import { NATIVE_CANCEL_TURNS_MAX } from "../../limits.ts";
import { defineHandlers } from "../handler.ts";
import { beginTurn } from "./begin-turn.ts";
import { checkPrompts } from "./check-prompts.ts";
import { toNativeTurn } from "./translate.ts";

export const turnHandlers = defineHandlers({
  "turns/start": async (params, call) => {
    const { id, request_id: turnId, ...rest } = params;
    const { user_message, agent, override_conversation, json_schema, when_busy, approve } = rest;
    const given = { user_message, agent, override_conversation, json_schema, when_busy, approve, session_id: id };
    await checkPrompts(call.hub, call.caller, given);
    const { turn, session } = await beginTurn(call, given, { ...call, turnId });
    return { request_id: turn.id, turn_id: turn.id, session_id: session.id };
  },
  "turns/list": async ({ session_id: sessionId, state, limit, cursor }, { hub }) => {
    const states = state === undefined ? undefined : [state];
    const { turns, nextCursor } = await hub.turns.list({ sessionId, states, limit, cursor });
    return { turns: turns.map(toNativeTurn), ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }) };
  },
  "turns/get": async ({ id }, { hub }) => toNativeTurn(await hub.turns.get(id)),
  "turns/cancel": async ({ id }, { hub }) => toNativeTurn(await hub.turns.cancel(id)),
  "sessions/cancel": async ({ id: given, request_id: turnId }, { hub }) => {
    const { id } = await hub.sessions.get(given);
    if (turnId === undefined) return { cancelled: await cancelAll(hub, id) };
    const turn = await hub.turns.get(turnId);
    if (turn.sessionId !== id) throw notHere(turnId, id);
    await hub.turns.cancel(turn.id);
    return { cancelled: [turn.id] };
  },
});

async function cancelAll(hub: Hub, sessionId: string): Promise<readonly string[]> {
  const { turns } = await hub.turns.list({
    sessionId,
    states: ["created", "in_progress", "awaiting"],
    limit: NATIVE_CANCEL_TURNS_MAX,
  });
  const cancelled: string[] = [];
  // Latest first, so that no queued turn starts when the previous one ends.
  for (const { id } of turns) {
    try {
      await hub.turns.cancel(id);
      cancelled.push(id);
    } catch (error) {
      // The turn may have ended in the meantime.
      if (!isOver(await hub.turns.get(id))) throw error;
    }
  }
  return cancelled;
}

export function notHere(turnId: string, sessionId: string): ParleyError {
  return new ParleyError({ code: "turn_not_found", message: `Turn ${turnId} not found in session ${sessionId}.` });
}
