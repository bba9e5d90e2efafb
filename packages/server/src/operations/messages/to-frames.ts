// Session events as frames of the native API: a row for each type.
import type { KnownEvent, SessionEvent, SessionUpdate, UpdateEvent } from "@parley/acp";
import { toNativeContent } from "./content.ts";
import { addUsage, messageIdFor, modelOf, OWN_ID_PREFIX, ownMessageId, type FrameState } from "./frame-state.ts";
import { EVENT_METHOD, VISIBLE, type NativeContent, type NativeFrame, type NativeMessage } from "./native-message.ts";
import { toPlanFrame } from "./plan.ts";
import { toConfirmation, toElicitation, toElicitationResponse } from "./questions.ts";
import { isEnded, toToolRequest, toToolResponse } from "./tool-parts.ts";

type Type = KnownEvent["type"];
type EventOf<T extends Type> = Extract<KnownEvent, { type: T }>;
type Rows = { readonly [T in Type]: (event: EventOf<T>, state: FrameState) => readonly NativeFrame[] };

type UpdateKind = NonNullable<SessionUpdate["sessionUpdate"]>;
type UpdateOf<K extends UpdateKind> = Extract<SessionUpdate, { sessionUpdate: K }>;
type UpdateRows = {
  readonly [K in UpdateKind]: (update: UpdateOf<K>, event: UpdateEvent, state: FrameState) => readonly NativeFrame[];
};

const rows: Rows = {
  prompt: (event, state) => {
    state.open = undefined;
    const parts = event.prompt.map(toNativeContent);
    const frame = message(event, state, "user", ownMessageId(event.seq), parts);
    return [parts.length > 0 && parts.every(isSaid) ? frame : { ...frame, acp: bodyOf(event) }];
  },
  update: (event, state) => {
    const { update } = event;
    if (update.sessionUpdate === undefined) return [notification(event)];
    // The row has this kind.
    return updateRows[update.sessionUpdate](update as never, event, state);
  },
  permission_asked: (event, state) => ask(event, state, toConfirmation(event)),
  elicitation_asked: (event, state) => ask(event, state, toElicitation(event)),
  elicitation_answered: (event, state) => [
    message(event, state, "user", ownMessageId(event.seq), [toElicitationResponse(event)]),
  ],
  permission_answered: (event) => [notification(event)],
  stop: (event, state) => {
    state.open = undefined;
    addUsage(state, event.usage);
    const { at, stopReason, error, usage } = event;
    const finish = {
      type: "Finish" as const,
      reason: finishReason(stopReason),
      token_state: state.tokens,
      at,
      acp: { stopReason, usage },
    };
    return error === undefined ? [finish] : [{ type: "Error", error: error.message, code: error.code, at }, finish];
  },
  mode: (event, state) => [modelChange(event, state, event.modeId)],
  config: (event, state) => takeModel(event, state, modelOf(event.configOptions)),
  routed: ({ agent, modeId, confidence, reasoning, at }) => [
    {
      type: "RoutingDecision",
      agent_name: agent,
      mode_slug: modeId ?? "",
      confidence,
      reasoning,
      at,
    },
  ],
  plan_proposed: (event) => [{ ...toPlanFrame(event), at: event.at }],
  cleared: ({ at }, state) => {
    state.open = undefined;
    return [{ type: "UpdateConversation", conversation: [], at }];
  },
  agent_started: (event) => [notification(event)],
  agent_crashed: (event) => [notification(event)],
  agent_restarted: (event) => [notification(event)],
  compacted: (event) => [notification(event)],
  terminal: (event) => [notification(event)],
  changes: (event) => [notification(event)],
  review: (event) => [notification(event)],
  rewound: (event, state) => {
    state.open = undefined;
    return [notification(event)];
  },
  note: (event) => [notification(event)],
  handed_over: (event) => [notification(event)],
};

const updateRows: UpdateRows = {
  agent_message_chunk: (update, event, state) => chunk(update, event, state, "assistant"),
  user_message_chunk: (update, event, state) => chunk(update, event, state, "user"),
  agent_thought_chunk: (update, event, state) => chunk(update, event, state, "assistant"),
  tool_call: (update, event, state) => {
    state.open = undefined;
    const request = message(event, state, "assistant", ownMessageId(event.seq), [toToolRequest(update)]);
    if (!isEnded(update)) return [request];
    return [request, message(event, state, "user", `${ownMessageId(event.seq)}-result`, [toToolResponse(update)])];
  },
  tool_call_update: (update, event, state) =>
    isEnded(update)
      ? [message(event, state, "user", ownMessageId(event.seq), [toToolResponse(update)])]
      : [notification(event, update.toolCallId)],
  available_commands_update: (update, event, state) => {
    const before = state.commands;
    state.commands = update.availableCommands.length;
    const counts = { previous_count: before, current_count: state.commands };
    return [{ type: "ToolAvailabilityChange", ...counts, at: event.at, acp: bodyOf(event) }];
  },
  current_mode_update: (update, event, state) => [modelChange(event, state, update.currentModeId)],
  config_option_update: (update, event, state) => takeModel(event, state, modelOf(update.configOptions)),
  plan: (_, event) => [notification(event)],
  session_info_update: (_, event) => [notification(event)],
  usage_update: (_, event) => [notification(event)],
  notice: (_, event) => [notification(event)],
  compaction_update: (_, event) => [notification(event)],
  compaction_summary_chunk: (_, event) => [notification(event)],
};

/** At least one; all of an event have its number. */
export function toFrames(event: SessionEvent, state: FrameState): readonly NativeFrame[] {
  if (event.type === "unknown") return [notification(event)];
  return (rows[event.type] as (event: KnownEvent, state: FrameState) => readonly NativeFrame[])(event, state);
}

function chunk(
  update: UpdateOf<"agent_message_chunk" | "user_message_chunk" | "agent_thought_chunk">,
  event: UpdateEvent,
  state: FrameState,
  role: NativeMessage["role"],
): readonly NativeFrame[] {
  const { sessionUpdate: kind, content, messageId } = update;
  const id = messageIdFor(state, kind, messageId ?? undefined, event.seq);
  const part = kind === "agent_thought_chunk" ? toThinking(content) : toNativeContent(content);
  const frame = message(event, state, role, id, [part]);
  // Most updates are plain chunks, which need only their message.
  if (update.sessionUpdate !== "user_message_chunk" && isPlain(update) && isSaid(part)) return [frame];
  return [{ ...frame, acp: bodyOf(event) }];
}

function isPlain(update: UpdateOf<"agent_message_chunk" | "agent_thought_chunk">): boolean {
  for (const name in update) if (name !== "sessionUpdate" && name !== "content" && name !== "messageId") return false;
  const { messageId } = update;
  return messageId === undefined || (messageId !== null && !messageId.startsWith(OWN_ID_PREFIX));
}

/** Only the fields from which a part of this type is restored. */
function isSaid(part: NativeContent): boolean {
  const { type, acp, _meta: meta, annotations } = part;
  return (
    acp === undefined &&
    meta === undefined &&
    annotations === undefined &&
    (type === "text" || type === "image" || type === "thinking")
  );
}

function toThinking(content: UpdateOf<"agent_thought_chunk">["content"]): NativeContent {
  const { type, text, ...rest } = toNativeContent(content);
  if (type === "text") return { type: "thinking", thinking: text, signature: "", ...rest };
  return { type: "thinking", thinking: `[${type}]`, signature: "", acp: content };
}

function ask(
  event: EventOf<"permission_asked" | "elicitation_asked">,
  state: FrameState,
  part: NativeContent,
): readonly NativeFrame[] {
  state.open = undefined;
  return [message(event, state, "assistant", ownMessageId(event.seq), [part])];
}

function message(
  { at }: KnownEvent,
  { tokens }: FrameState,
  role: NativeMessage["role"],
  id: string,
  content: readonly NativeContent[],
): NativeFrame {
  return {
    type: "Message",
    message: { id, role, created: Math.trunc(at / 1000), content, metadata: VISIBLE },
    token_state: tokens,
    at,
  };
}

function takeModel(event: KnownEvent, state: FrameState, model: string | undefined): readonly NativeFrame[] {
  if (model === undefined || model === state.model) return [notification(event)];
  state.model = model;
  return [modelChange(event, state, state.mode)];
}

function modelChange(event: KnownEvent, state: FrameState, mode: string): NativeFrame {
  state.mode = mode;
  return { type: "ModelChange", model: state.model, mode, at: event.at, acp: bodyOf(event) };
}

function notification(event: SessionEvent, requestId?: string): NativeFrame {
  return {
    type: "Notification",
    ...(requestId === undefined ? {} : { request_id: requestId }),
    message: { method: EVENT_METHOD, params: bodyOf(event) },
    at: event.at,
  };
}

function bodyOf(event: SessionEvent): unknown {
  const { v: _v, seq: _seq, at: _at, sessionId: _sessionId, ...body } = event;
  return body;
}

export function finishReason(stopReason: string | undefined): string {
  if (stopReason === undefined) return "error";
  return stopReason === "end_turn" ? "stop" : stopReason;
}
