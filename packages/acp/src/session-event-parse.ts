// Reads session events: `unknown` in, event or a clear error out. Data written by later versions is kept.
import { parseJson, isObject } from "@parley/base";
import type { Decoder, DecodeResult } from "./decode-trail.ts";
import {
  decodeContentBlock,
  decodeCreateElicitationRequest,
  decodeCreateElicitationResponse,
  decodePermissionOption,
  decodeRequestPermissionOutcome,
  decodeSessionConfigOption,
  decodeSessionMode,
  decodeSessionUpdate,
  decodeToolCallUpdate,
  decodeUsage,
} from "./generated/decode.ts";
import type { CreateElicitationResponse } from "./generated/types.ts";
import {
  count,
  fieldsOf,
  flag,
  good,
  listOf,
  nullable,
  number,
  optional,
  text,
  time,
  wrong,
} from "./session-event-fields.ts";
import { formatTextChunk, isTextChunk } from "./session-event-chunk.ts";
import { SESSION_EVENT_VERSION, type EventEnvelope, type KnownEvent, type SessionEvent } from "./session-event.ts";
import { unwrapUnknown } from "./session-event-unknown.ts";
import { isUnknown } from "./unknown.ts";

type Type = KnownEvent["type"];
type Body<T extends Type> = Omit<Extract<KnownEvent, { type: T }>, keyof EventEnvelope | "type">;

const content = protocol(decodeContentBlock);
const actor = optional(fieldsOf({ surface: text, person: optional(text) }));
const patterns = fieldsOf({ autoAllow: listOf(text), autoReject: listOf(text) });
const policy = optional(fieldsOf({ level: text, rules: patterns }));
const agent = fieldsOf({ name: text, version: optional(text), title: optional(text) });
const stopFields = fieldsOf({
  stopReason: optional(text),
  error: optional(fieldsOf({ code: numberOrText, message: text })),
  usage: optional(decodeUsage),
});
const changedFile = fieldsOf({
  path: text,
  change: text,
  from: optional(text),
  linesAdded: optional(count),
  linesRemoved: optional(count),
  isUncovered: optional(flag),
  differsFromApproved: optional(flag),
});
const agentSession = { agent, agentSessionId: text, cwd: text };

/** A type of event is one line here, and one interface in session-event.ts. */
const bodies: { readonly [T in Type]: Decoder<Body<T>> } = {
  prompt: fieldsOf({ prompt: listOf(content), actor }),
  update: fieldsOf({ update: protocol(decodeSessionUpdate) }),
  permission_asked: fieldsOf({
    interactionId: text,
    toolCall: protocol(decodeToolCallUpdate),
    options: listOf(decodePermissionOption),
  }),
  permission_answered: fieldsOf({
    interactionId: text,
    outcome: protocol(decodeRequestPermissionOutcome),
    by: text,
    reason: optional(text),
    actor,
  }),
  elicitation_asked: fieldsOf({ interactionId: text, request: protocol(decodeCreateElicitationRequest) }),
  elicitation_answered: fieldsOf({
    interactionId: text,
    response: readResponse,
    by: text,
    actor,
  }),
  stop: readStop,
  mode: fieldsOf({ modeId: text, modes: optional(listOf(decodeSessionMode)) }),
  config: fieldsOf({ configOptions: listOf(protocol(decodeSessionConfigOption)), policy, actor }),
  agent_started: fieldsOf(agentSession),
  agent_crashed: fieldsOf({ message: text, exitCode: optional(number), signal: optional(text) }),
  agent_restarted: fieldsOf({ ...agentSession, history: text }),
  compacted: fieldsOf({ summary: optional(listOf(content)), conversation: optional(listOf(good)) }),
  terminal: fieldsOf({
    terminalId: text,
    command: optional(text),
    cwd: optional(text),
    output: optional(text),
    input: optional(text),
    hiddenInput: optional(count),
    killed: optional(flag),
    actor,
    exit: optional(fieldsOf({ exitCode: nullable(number), signal: nullable(text) })),
  }),
  changes: fieldsOf({ files: listOf(changedFile), before: text, after: text, omitted: optional(count) }),
  review: fieldsOf({
    action: text,
    files: listOf(fieldsOf({ path: text, turns: listOf(count), hunks: optional(listOf(text)) })),
    before: optional(text),
    actor,
  }),
  note: fieldsOf({ level: text, text, name: optional(text) }),
  routed: fieldsOf({ agent: text, modeId: optional(text), confidence: number, reasoning: text }),
  plan_proposed: fieldsOf({
    tasks: listOf(
      fieldsOf({
        id: text,
        dependsOn: listOf(text),
        agent: text,
        description: text,
        modeId: optional(text),
        modeName: optional(text),
        confidence: optional(number),
        reasoning: optional(text),
        toolGroups: optional(listOf(text)),
      }),
    ),
    clarifyingQuestions: optional(listOf(text)),
  }),
  handed_over: fieldsOf({ from: text, to: text }),
  cleared: fieldsOf({}),
  rewound: fieldsOf({
    toSeq: count,
    turn: count,
    undoes: optional(count),
    files: listOf(text),
    omitted: optional(count),
    before: optional(text),
    after: optional(text),
    agentSessionId: optional(text),
    actor,
  }),
};

const envelope = fieldsOf({ v: count, seq: count, at: time, sessionId: text, type: text });

/** Owns the value it is given (freshly parsed JSON), and works in place; unknown fields stay. */
export function parseSessionEvent(value: unknown): DecodeResult<SessionEvent> {
  if (isTextChunk(value)) return good(value);
  const head = envelope(value);
  if (!head.ok) return head;
  const { v, type } = head.value;
  if (v < SESSION_EVENT_VERSION) return wrong("/v", `${SESSION_EVENT_VERSION} or more`);
  if (isForeign(head.value)) return keep(head.value, value);
  // The envelope and the body make the event.
  return isKnownType(type) ? (bodies[type](value) as DecodeResult<SessionEvent>) : parseKept(head.value, value);
}

/** One line of a log. If a line cannot be read, the next one may still be valid. */
export function parseSessionEventLine(line: string): DecodeResult<SessionEvent> {
  let value: unknown;
  try {
    value = parseJson(line);
  } catch {
    return wrong("", "JSON");
  }
  return parseSessionEvent(value);
}

/** The event as one line of a log, without LF. Data from later versions is passed on unchanged. */
export function formatSessionEvent(event: SessionEvent): string {
  if (event.type === "update") return formatTextChunk(event) ?? JSON.stringify(event);
  if (event.type !== "unknown") return JSON.stringify(event);
  const head = envelope(event.raw);
  return JSON.stringify(head.ok && isForeign(head.value) ? event.raw : event);
}

function isKnownType(type: string): type is Type {
  return Object.hasOwn(bodies, type);
}

function isForeign({ v, type }: { readonly v: number; readonly type: string }): boolean {
  return v > SESSION_EVENT_VERSION || (v === SESSION_EVENT_VERSION && type !== "unknown" && !isKnownType(type));
}

function keep({ seq, at, sessionId }: Omit<EventEnvelope, "v">, raw: unknown): DecodeResult<SessionEvent> {
  return good({ v: SESSION_EVENT_VERSION, seq, at, sessionId, type: "unknown", raw });
}

/** This version may know what an older one kept as unknown. */
function parseKept(head: Omit<EventEnvelope, "v">, value: unknown): DecodeResult<SessionEvent> {
  if (!isObject(value) || !("raw" in value)) return wrong("/raw", "value");
  const { raw } = value;
  const inner = isObject(raw) && raw.type !== "unknown" ? parseSessionEvent(raw) : undefined;
  return inner?.ok ? inner : keep(head, raw);
}

function protocol<T>(decode: Decoder<T>): Decoder<T> {
  return (value) => decode(unwrapUnknown(value));
}

/** A user's input may look like anything, and is not a variant of the protocol. */
function readResponse(value: unknown): DecodeResult<CreateElicitationResponse> {
  return decodeCreateElicitationResponse(isUnknown(value) ? value.raw : value);
}

function readStop(value: unknown): DecodeResult<Body<"stop">> {
  const result = stopFields(value);
  if (!result.ok) return result;
  const { stopReason, error } = result.value;
  return (stopReason === undefined) === (error === undefined) ? wrong("", "either stopReason or error") : result;
}

function numberOrText(value: unknown): DecodeResult<number | string> {
  return typeof value === "string" || typeof value === "number" ? good(value) : wrong("", "number or string");
}
