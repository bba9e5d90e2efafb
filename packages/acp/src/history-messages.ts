// A conversation that an agent gives as a list of messages, as the updates in which others replay it.
import { decoders } from "./decode.ts";
import type { HistoryMessage, SessionUpdate } from "./generated/types.ts";

/** A block that cannot be read is left out. */
export function toHistoryUpdates(messages: readonly HistoryMessage[]): SessionUpdate[] {
  return messages.flatMap(({ role, content }, index) => {
    const sessionUpdate = role === "user" ? "user_message_chunk" : "agent_message_chunk";
    return content.flatMap((block) => {
      const result = decoders.SessionUpdate({ sessionUpdate, messageId: `history-${index + 1}`, content: block });
      return result.ok ? result.value : [];
    });
  });
}
