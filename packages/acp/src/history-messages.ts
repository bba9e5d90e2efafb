// Converts a conversation that an agent returns as a list of messages into the updates that other agents replay.
import { decoders } from "./decode.ts";
import type { HistoryMessage, SessionUpdate } from "./generated/types.ts";

/** Unreadable blocks are skipped. */
export function toHistoryUpdates(messages: readonly HistoryMessage[]): SessionUpdate[] {
  return messages.flatMap(({ role, content }, index) => {
    const sessionUpdate = role === "user" ? "user_message_chunk" : "agent_message_chunk";
    return content.flatMap((block) => {
      const result = decoders.SessionUpdate({ sessionUpdate, messageId: `history-${index + 1}`, content: block });
      return result.ok ? result.value : [];
    });
  });
}
