// Nearly all events of a log are chunks of text. Put together by hand, such a line costs a third of what it costs otherwise.
import type { UpdateEvent } from "./session-event.ts";

/** The fields that have a place in the template below; an update may have a `messageId` as well. */
const EVENT_FIELDS = 6;
const UPDATE_FIELDS = 2;
const CONTENT_FIELDS = 2;

/** What JSON may not have as it is; of surrogates only those that stand alone. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const NOT_PLAIN = /["\\\u0000-\u001f\ud800-\udfff]/;

/** What stands between the time and the text: the same for all chunks of a message, so that it is made once. */
interface Middle {
  readonly sessionId: string;
  readonly sessionUpdate: string;
  readonly messageId: string | null | undefined;
  readonly json: string;
}
let last: Middle = { sessionId: "", sessionUpdate: "", messageId: undefined, json: "" };

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
  if (sessionId !== last.sessionId || sessionUpdate !== last.sessionUpdate || messageId !== last.messageId) {
    last = toMiddle(sessionId, sessionUpdate, messageId);
  }
  return `{"v":${v},"seq":${seq},"at":${at},${last.json},"text":${toJson(content.text)}}}}`;
}

function toMiddle(sessionId: string, sessionUpdate: string, messageId: string | null | undefined): Middle {
  const id = typeof messageId === "string" ? `"messageId":${toJson(messageId)},` : "";
  const update = `{"sessionUpdate":"${sessionUpdate}",${id}"content":{"type":"text"`;
  const json = `"sessionId":${toJson(sessionId)},"type":"update","update":${update}`;
  return { sessionId, sessionUpdate, messageId, json };
}

/** Most strings only need their quotes; to see that is faster than `JSON.stringify`. */
function toJson(text: string): string {
  return NOT_PLAIN.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function countFields(value: object): number {
  let count = 0;
  for (const _ in value) count += 1;
  return count;
}
