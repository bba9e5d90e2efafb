// Nearly all events of a log are chunks of text. Put together by hand, such a line costs half of what it costs otherwise.
import type { UpdateEvent } from "./session-event.ts";

/** The fields that have a place in the template below; an update may have a `messageId` as well. */
const EVENT_FIELDS = 6;
const UPDATE_FIELDS = 2;
const CONTENT_FIELDS = 2;

/** The value that `JSON.stringify` gives, the fields in our order; undefined if there is more to the event than a chunk of text. */
export function formatTextChunk(event: UpdateEvent): string | undefined {
  const { v, seq, at, sessionId, update } = event;
  const { sessionUpdate } = update;
  if (sessionUpdate !== "agent_message_chunk" && sessionUpdate !== "agent_thought_chunk") return undefined;
  const { content, messageId } = update;
  if (content.type !== "text" || typeof content.text !== "string") return undefined;
  const hasId = typeof messageId === "string";
  const isPlain =
    countFields(event) === EVENT_FIELDS &&
    countFields(update) === (hasId ? UPDATE_FIELDS + 1 : UPDATE_FIELDS) &&
    countFields(content) === CONTENT_FIELDS;
  if (!isPlain) return undefined;
  const id = hasId ? `"messageId":${JSON.stringify(messageId)},` : "";
  return (
    `{"v":${v},"seq":${seq},"at":${at},"sessionId":${JSON.stringify(sessionId)},"type":"update",` +
    `"update":{"sessionUpdate":"${sessionUpdate}",${id}"content":{"type":"text","text":${JSON.stringify(content.text)}}}}`
  );
}

function countFields(value: object): number {
  let count = 0;
  for (const _ in value) count += 1;
  return count;
}
