// Converts an agent's updates to message parts. Undefined for updates that are not part of a message; they become
// generic events.
import type { SessionUpdate, ToolCallUpdate } from "@parley/acp";
import type { MessagePart, PartMetadata } from "../wire.ts";
import { blockToPart, isBare } from "./block-to-part.ts";
import { isObject } from "@parley/base";

export type SpokenKind = "message" | "thought" | "tool_call";

export interface SpokenPart {
  readonly kind: SpokenKind;
  readonly part: MessagePart;
  readonly messageId?: string | undefined;
  /** The text, if it is plain, so that it can be merged with the previous text. */
  readonly plain?: string | undefined;
  readonly toolCall?: ToolCallUpdate | undefined;
}

type Chunk = Extract<SessionUpdate, { sessionUpdate: "agent_message_chunk" | "agent_thought_chunk" }>;

export function updateToPart(
  update: SessionUpdate,
  toolName: (toolCallId: string) => string | undefined,
): SpokenPart | undefined {
  switch (update.sessionUpdate) {
    case "agent_message_chunk":
      return toSpoken("message", update);
    case "agent_thought_chunk":
      return toSpoken("thought", update);
    case "tool_call":
    case "tool_call_update":
      return { kind: "tool_call", part: toolCallPart(update, toolName(update.toolCallId)), toolCall: update };
    case "user_message_chunk":
    case "plan":
    case "available_commands_update":
    case "current_mode_update":
    case "config_option_update":
    case "session_info_update":
    case "usage_update":
    case "notice":
    case "compaction_update":
    case "compaction_summary_chunk":
    case undefined:
      return undefined;
  }
}

/** A step of a trajectory, with ACP's tool call in its content. */
export function toolCallPart(update: ToolCallUpdate, knownName?: string): MessagePart {
  const { title, rawInput, rawOutput, content } = update;
  const name = toolNameOf(update) ?? knownName;
  const output =
    rawOutput ?? (content === undefined || content === null || content.length === 0 ? undefined : { content });
  const metadata: PartMetadata = {
    kind: "trajectory",
    ...(typeof title === "string" && { message: title }),
    ...(name !== undefined && { tool_name: name }),
    ...(isGiven(rawInput) && { tool_input: toObject(rawInput) }),
    ...(isGiven(output) && { tool_output: toObject(output) }),
  };
  return { content_type: "application/json", content: JSON.stringify(update), metadata };
}

export function toolNameOf({ name, title, kind }: ToolCallUpdate): string | undefined {
  return name ?? title ?? kind ?? undefined;
}

function toSpoken(kind: "message" | "thought", update: Chunk): SpokenPart {
  const { content, messageId: id, _meta: meta } = update;
  const messageId = id ?? undefined;
  if (content.type === "text" && isBare(content) && !isGiven(meta)) {
    return { kind, part: plainPart(kind, content.text, messageId), messageId, plain: content.text };
  }
  return { kind, part: withChunk(kind === "message" ? blockToPart(content) : thoughtPart(update), update), messageId };
}

/** Runs for every chunk, so it uses few object shapes. */
export function plainPart(kind: "message" | "thought", text: string, messageId: string | undefined): MessagePart {
  const content_type = "text/plain";
  if (kind === "message") {
    if (messageId === undefined) return { content_type, content: text };
    return { content_type, content: text, acp_chunk: { messageId } };
  }
  const metadata: PartMetadata = { kind: "trajectory", message: text };
  if (messageId === undefined) return { content_type, metadata, thought: true };
  return { content_type, metadata, thought: true, acp_chunk: { messageId } };
}

/** Without content, so that it does not appear in the joined text of a message. */
function thoughtPart({ content }: Chunk): MessagePart {
  const part = blockToPart(content);
  if (content.type !== "text") return { ...part, thought: true };
  const { content: message, ...rest } = part;
  return { ...rest, metadata: { kind: "trajectory", message }, thought: true };
}

function withChunk(part: MessagePart, { messageId, _meta }: Chunk): MessagePart {
  if (isGiven(_meta)) return { ...part, acp_chunk: isGiven(messageId) ? { messageId, _meta } : { _meta } };
  return isGiven(messageId) ? { ...part, acp_chunk: { messageId } } : part;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The protocol requires objects. */
function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : { value };
}
