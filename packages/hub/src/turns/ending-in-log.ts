// How far a turn got according to its log. A server may be killed after the last event of a turn and before its row is changed.
import type { HubStore } from "../api/store.ts";
import type { Turn } from "../api/turns.ts";
import { AUTO } from "../auto/auto-agent.ts";
import { readAll } from "../log/read-events.ts";
import { CANCELLED, type Ending } from "./turn-endings.ts";

/** An agent may crash after its turn has begun and before it gets the prompt. */
export async function hasPrompt(store: Pick<HubStore, "readEvents">, { sessionId, firstSeq }: Turn): Promise<boolean> {
  if (firstSeq === undefined) return false;
  for await (const { event } of readAll(store, sessionId, { after: firstSeq - 1 })) {
    if (event.type === "prompt") return true;
  }
  return false;
}

/** Undefined if it was under way. */
export async function findEnding(store: Pick<HubStore, "readEvents">, turn: Turn): Promise<Ending | undefined> {
  const { sessionId, firstSeq, agent, jsonSchema } = turn;
  // Several answers may belong to one turn: those of a plan, and a second one that has to fit a schema.
  if (firstSeq === undefined || agent === AUTO || jsonSchema !== undefined) return undefined;
  let ending: Ending | undefined;
  for await (const { event } of readAll(store, sessionId, { after: firstSeq - 1 })) {
    if (event.type === "prompt") ending = undefined;
    else if (event.type === "stop" && event.error !== undefined) ending = { state: "failed", error: event.error };
    else if (event.type === "stop" && event.stopReason === "cancelled") ending = CANCELLED;
    else if (event.type === "stop") ending = { state: "completed", stopReason: event.stopReason };
  }
  return ending;
}
