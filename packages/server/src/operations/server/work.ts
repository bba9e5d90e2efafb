// The server's current work, for `GET /server`, a request to stop, and exiting when idle.
import { isOver, type Hub } from "@parley/hub";
import { UNFINISHED_TURNS_MAX } from "../../limits.ts";

/** Whether turns or questions would be lost or kept waiting by a stop. */
export async function isWorking(hub: Hub): Promise<boolean> {
  const { turns, questions } = await countWork(hub);
  return turns + questions > 0;
}

export async function countWork(hub: Hub): Promise<{ readonly turns: number; readonly questions: number }> {
  const states = ["created", "in_progress", "awaiting", "cancelling"] as const;
  const [{ turns }, questions] = await Promise.all([
    hub.turns.list({ states, limit: UNFINISHED_TURNS_MAX }),
    hub.interactions.list({ state: "pending" }),
  ]);
  return { turns: turns.filter((turn) => !isOver(turn)).length, questions: questions.length };
}
