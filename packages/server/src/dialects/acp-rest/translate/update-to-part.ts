// What an agent says and does as message parts. What is none of a message's business is undefined, and becomes a generic event.
import type { SessionUpdate, ToolCallUpdate } from "@parley/acp";
import type { MessagePart, PartMetadata } from "../wire.ts";
import { blockToPart } from "./block-to-part.ts";
import { isRecord } from "./part-meta.ts";

export type SpokenKind = "message" | "thought" | "tool_call";

export interface SpokenPart {
  readonly kind: SpokenKind;
  readonly part: MessagePart;
  readonly messageId?: string | undefined;
  readonly toolCall?: ToolCallUpdate | undefined;
}

type Chunk = Extract<SessionUpdate, { sessionUpdate: "agent_message_chunk" | "agent_thought_chunk" }>;

export function updateToPart(
  update: SessionUpdate,
  toolName: (toolCallId: string) => string | undefined,
): SpokenPart | undefined {
  switch (update.sessionUpdate) {
    case "agent_message_chunk":
      return { kind: "message", part: withChunk(blockToPart(update.content), update), messageId: idOf(update) };
    case "agent_thought_chunk":
      return { kind: "thought", part: withChunk(thoughtPart(update), update), messageId: idOf(update) };
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

/** A step of a trajectory, and in its content the tool call as ACP has it. */
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

/** Without content: whoever puts the texts of a message together does not want it. */
function thoughtPart({ content }: Chunk): MessagePart {
  const part = blockToPart(content);
  if (content.type !== "text") return { ...part, thought: true };
  const { content: message, ...rest } = part;
  return { ...rest, metadata: { kind: "trajectory", message }, thought: true };
}

function withChunk(part: MessagePart, { messageId, _meta }: Chunk): MessagePart {
  if (!isGiven(messageId) && !isGiven(_meta)) return part;
  return { ...part, acp_chunk: { ...(isGiven(messageId) && { messageId }), ...(isGiven(_meta) && { _meta }) } };
}

function idOf({ messageId }: Chunk): string | undefined {
  return messageId ?? undefined;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The contract wants objects. */
function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : { value };
}
