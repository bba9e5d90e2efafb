// The conversation of a session, read from its log within a limit.
import { isAbandoned, type Hub, type HubSession } from "@parley/hub";
import { NATIVE_CONVERSATION_EVENTS_MAX, NATIVE_READ_EVENTS } from "../../limits.ts";
import { Conversation } from "../messages/conversation.ts";
import type { NativeMessage } from "../messages/native-message.ts";

export interface ReadConversation {
  readonly conversation: readonly NativeMessage[];
  readonly message_count: number;
  readonly conversation_is_cut?: true;
}

export async function readConversation(
  hub: Hub,
  session: HubSession,
  eventsMax = NATIVE_CONVERSATION_EVENTS_MAX,
): Promise<ReadConversation> {
  const { id, clearedSeq, lastSeq } = session;
  const conversation = new Conversation();
  const from = Math.max(clearedSeq, lastSeq - eventsMax);
  for (let after = from; after < lastSeq;) {
    const events = await hub.sessions.events(id, { after, limit: NATIVE_READ_EVENTS });
    const last = events.at(-1);
    if (last === undefined) break;
    for (const { event } of events) if (!isAbandoned(session, event.seq)) conversation.add(event);
    after = last.event.seq;
  }
  const messages = conversation.messages();
  return {
    conversation: messages,
    message_count: messages.length,
    ...(from > clearedSeq ? { conversation_is_cut: true } : {}),
  };
}
