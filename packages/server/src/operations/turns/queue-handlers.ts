// The queued prompts of a session: list, edit, move, send at once.
import type { QueuedPrompt, Reply } from "@parley/contract";
import { isOver, type Hub, type Turn } from "@parley/hub";
import { checkApproval, checkPromptText } from "../../auth/levels.ts";
import { defineHandlers } from "../handler.ts";
import { notHere } from "./handlers.ts";

export const queueHandlers = defineHandlers({
  "queue/list": async ({ id }, { hub }) => showQueue(hub, (await hub.sessions.get(id)).id),
  "queue/change": async ({ id, turnId, text, place, interrupt }, { hub, caller }) => {
    const session = await hub.sessions.get(id);
    const turn = await hub.turns.get(turnId);
    if (turn.sessionId !== session.id) throw notHere(turnId, session.id);
    if (text !== undefined) {
      checkPromptText(caller, text);
      // The new text gets the approval of the prompt that it replaces.
      checkApproval(caller, turn.approve);
    }
    await hub.turns.changeQueued(turnId, { text, place: interrupt === true ? 0 : place });
    if (interrupt === true) await cancelRunningBefore(hub, turn);
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

async function cancelRunningBefore(hub: Hub, { id, sessionId }: Turn): Promise<void> {
  const { running } = await hub.turns.queue(sessionId);
  // The previous one may have ended in the meantime, so that the prompt already runs.
  if (running === undefined || running.id === id) return;
  try {
    await hub.turns.cancel(running.id);
  } catch (error) {
    // The turn may have ended in the meantime.
    if (!isOver(await hub.turns.get(running.id))) throw error;
  }
}
