// The queued prompts of a session: list, edit, move, send at once.
import type { QueuedPrompt, Reply } from "@parley/contract";
import { isOver, type Hub, type Turn } from "@parley/hub";
import { defineHandlers } from "../handler.ts";
import { notHere } from "./handlers.ts";

export const queueHandlers = defineHandlers({
  "queue/list": async ({ id }, { hub }) => showQueue(hub, (await hub.sessions.get(id)).id),
  "queue/change": async ({ id, turnId, text, place, interrupt }, { hub }) => {
    const session = await hub.sessions.get(id);
    const turn = await hub.turns.get(turnId);
    if (turn.sessionId !== session.id) throw notHere(turnId, session.id);
    await hub.turns.changeQueued(turnId, { text, place: interrupt === true ? 0 : place });
    if (interrupt === true) await cancelRunning(hub, session.id);
    return showQueue(hub, session.id);
  },
});

async function showQueue(hub: Hub, sessionId: string): Promise<Reply<"queue/list">> {
  const { running, queued } = await hub.turns.queue(sessionId);
  return { ...(running && { running: running.id }), prompts: queued.map(toQueuedPrompt) };
}

function toQueuedPrompt({ id, createdAtMs, prompt = [], actor }: Turn): QueuedPrompt {
  return { turn_id: id, created_at: new Date(createdAtMs).toISOString(), prompt, ...(actor && { actor }) };
}

async function cancelRunning(hub: Hub, sessionId: string): Promise<void> {
  const { running } = await hub.turns.queue(sessionId);
  if (running === undefined) return;
  try {
    await hub.turns.cancel(running.id);
  } catch (error) {
    // The turn may have ended in the meantime.
    if (!isOver(await hub.turns.get(running.id))) throw error;
  }
}
