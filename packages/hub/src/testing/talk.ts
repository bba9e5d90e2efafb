// Prompts a hub and reads the result, for tests.
import type { ContentBlock, SessionEvent } from "@parley/acp";
import type { Hub } from "../api/hub.ts";
import type { Turn } from "../api/turns.ts";

export function toPrompt(text: string): readonly ContentBlock[] {
  return [{ type: "text", text }];
}

/** A whole turn. */
export async function say(hub: Hub, sessionId: string, text: string, more: { agent?: string } = {}): Promise<Turn> {
  const { id } = await hub.turns.start({ sessionId, prompt: toPrompt(text), ...more });
  return hub.turns.ended(id);
}

export async function eventsOf(hub: Hub, sessionId: string): Promise<readonly SessionEvent[]> {
  const page = await hub.sessions.events(sessionId, { after: 0, limit: 5_000 });
  return page.map(({ event }) => event);
}

/** Everything the agent said, in one text. */
export function textOf(events: readonly SessionEvent[]): string {
  return events
    .map((event) => {
      if (event.type !== "update" || event.update.sessionUpdate !== "agent_message_chunk") return "";
      return event.update.content.type === "text" ? event.update.content.text : "";
    })
    .join("");
}
