// Changes a queued turn: its text and its place in the queue.
import type { ContentBlock } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { QueuedChange, Turn } from "../api/turns.ts";
import type { TurnQueues } from "./turn-queues.ts";
import type { TurnTable } from "./turn-table.ts";

export async function changeQueued(
  turn: Turn,
  { text, place }: QueuedChange,
  { queues, table }: { readonly queues: TurnQueues; readonly table: TurnTable },
): Promise<Turn> {
  const queued = queues.queued(turn.sessionId).find((one) => one.turn.id === turn.id);
  const { prompt = queued?.start.prompt } = turn;
  if (queued === undefined || prompt === undefined) throw notQueued(turn);
  const next = text === undefined ? prompt : withText(prompt, text);
  // The queue first, because the turn may start while the change is being stored.
  queues.replace(queued, { ...queued, turn: { ...queued.turn, prompt: next }, start: { prompt: next } }, place);
  const order = queues.queued(turn.sessionId).map((one) => one.turn.id);
  await table.change(turn.id, { prompt: next, queuePlace: order.indexOf(turn.id) });
  if (place !== undefined) {
    for (const [index, id] of order.entries()) if (id !== turn.id) await table.change(id, { queuePlace: index });
  }
  return table.get(turn.id);
}

/** The text replaces all texts and precedes the attachments. */
function withText(prompt: readonly ContentBlock[], text: string): readonly ContentBlock[] {
  return [{ type: "text", text }, ...prompt.filter(({ type }) => type !== "text")];
}

function notQueued({ id, state }: Turn): ParleyError {
  const what = state === "created" ? "is about to start" : `is ${state}`;
  return new ParleyError({ code: "turn_state", message: `Turn ${id} does not wait any more: it ${what}` });
}
