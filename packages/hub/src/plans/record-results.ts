// Adds the results of a plan to its session, between two turns.
import { ParleyError } from "@parley/base";
import type { Hub } from "../api/hub.ts";
import { TURN_STATES, isOver } from "../api/turns.ts";
import { TURNS_WAITED_MAX } from "../limits.ts";

const RUNNING = TURN_STATES.filter((state) => !isOver({ state }));

/** Rejects with `plan_failed` if the session was deleted or is never idle. */
export async function recordResults(
  { sessions, turns }: Pick<Hub, "sessions" | "turns">,
  sessionId: string,
  text: string,
): Promise<void> {
  for (let waits = 0; ; waits += 1) {
    try {
      await sessions.addMessage(sessionId, "agent", [{ type: "text", text }]);
      return;
    } catch (cause) {
      const isBusy = cause instanceof ParleyError && cause.code === "session_busy";
      if (!isBusy || waits >= TURNS_WAITED_MAX) {
        const message = "The tasks are done, but their results could not be added to the session";
        throw new ParleyError({ code: "plan_failed", message, cause });
      }
    }
    const { turns: running } = await turns.list({ sessionId, states: RUNNING });
    for (const { id } of running) await turns.ended(id);
  }
}
