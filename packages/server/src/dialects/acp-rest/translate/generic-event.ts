// Generic events, for what the protocol has no event: plans, modes, usage, routing, terminals, notes and any others.
import { isUnknown, type SessionEvent, type SessionUpdate } from "@parley/acp";
import type { RunEvent } from "../wire.ts";

type Generic = Extract<RunEvent, { type: "generic" }>;

export function toGenericEvent(event: SessionEvent): Generic {
  return { type: "generic", generic: event.type === "update" ? fromUpdate(event.update) : fromEvent(event) };
}

function fromUpdate(update: SessionUpdate): Generic["generic"] {
  if (isUnknown(update)) return { type: "unknown", raw: update.raw };
  const { sessionUpdate, ...rest } = update;
  return { type: sessionUpdate, ...rest };
}

/** Without the envelope; its number is the frame's id. */
function fromEvent(event: SessionEvent): Generic["generic"] {
  const { v: _v, seq: _seq, sessionId: _session, ...rest } = event;
  // The agent's internal state for resuming is long and of no use to clients.
  if ("conversation" in rest) return { ...rest, conversation: undefined };
  return rest;
}
