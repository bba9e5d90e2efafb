// Nearly all events of a log are chunks of text. Building their lines by hand takes a third of the time, and a chunk with
// exactly these fields needs no decoding.
import { isObject, isTime } from "@parley/base";
import { SESSION_EVENT_VERSION, type UpdateEvent } from "./session-event.ts";

/** The fields in the template below; an update may also have a `messageId`. */
const EVENT_FIELDS = 6;
const UPDATE_FIELDS = 2;
const CONTENT_FIELDS = 2;

/** Characters that JSON must escape, including lone surrogates. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const NOT_PLAIN = /["\\\u0000-\u001f\ud800-\udfff]/;

/** The part between the time and the text. It is the same for all chunks of a message, so it is created once. */
interface Middle {
  readonly sessionId: string;
  readonly sessionUpdate: string;
  readonly messageId: string | null | undefined;
  readonly json: string;
}
let last: Middle = { sessionId: "", sessionUpdate: "", messageId: undefined, json: "" };

/**
 * The same value as `JSON.stringify`, with the fields in our order; undefined if the event is more than a chunk of
 * text.
 */
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

/** Whether a value, freshly parsed, is a chunk of text and nothing else: decoding it would change nothing. */
export function isTextChunk(value: unknown): value is UpdateEvent {
  if (!isObject(value)) return false;
  const { v, seq, at, sessionId, type, update } = value;
  if (v !== SESSION_EVENT_VERSION || type !== "update" || !isObject(update)) return false;
  if (!Number.isSafeInteger(seq) || (seq as number) < 0 || !isTime(at) || typeof sessionId !== "string") return false;
  const { sessionUpdate, messageId, content } = update;
  if (sessionUpdate !== "agent_message_chunk" && sessionUpdate !== "agent_thought_chunk") return false;
  if (!isObject(content) || content.type !== "text" || typeof content.text !== "string") return false;
  const hasId = typeof messageId === "string";
  return (
    countFields(value) === EVENT_FIELDS &&
    countFields(update) === (hasId ? UPDATE_FIELDS + 1 : UPDATE_FIELDS) &&
    countFields(content) === CONTENT_FIELDS
  );
}

function toMiddle(sessionId: string, sessionUpdate: string, messageId: string | null | undefined): Middle {
  const id = typeof messageId === "string" ? `"messageId":${toJson(messageId)},` : "";
  const update = `{"sessionUpdate":"${sessionUpdate}",${id}"content":{"type":"text"`;
  const json = `"sessionId":${toJson(sessionId)},"type":"update","update":${update}`;
  return { sessionId, sessionUpdate, messageId, json };
}

/** Most strings only need quotes; checking that is faster than `JSON.stringify`. */
function toJson(text: string): string {
  return NOT_PLAIN.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function countFields(value: object): number {
  let count = 0;
  for (const _ in value) count += 1;
  return count;
}
