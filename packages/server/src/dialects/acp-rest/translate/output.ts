// The messages of a run so far: neighbouring texts as one, and in each message every tool call once, as it stands.
import type { ToolCallUpdate } from "@parley/acp";
import { OUTPUT_CHARS_MAX, TOOL_CALLS_MAX } from "../limits.ts";
import type { Message, MessagePart } from "../wire.ts";
import { toolCallPart, toolNameOf, type SpokenPart } from "./update-to-part.ts";

interface OpenMessage {
  readonly role: string;
  readonly parts: MessagePart[];
  readonly created_at: string;
  completed_at?: string;
}

interface ToolCallSlot {
  readonly index: number;
  readonly call: ToolCallUpdate;
}

/** In place of what does not fit: a message has at least one part. */
const CUT: MessagePart = { content_type: "text/plain", content: "" };

export class Output {
  readonly messages: Message[] = [];
  #open: OpenMessage | undefined;
  /** Of the open message: an agent may tell of one call a thousand times. */
  readonly #slots = new Map<string, ToolCallSlot>();
  readonly #toolNames = new Map<string, string>();
  #chars = 0;

  get chars(): number {
    return this.#chars;
  }

  get isCut(): boolean {
    return this.#chars > OUTPUT_CHARS_MAX;
  }

  begin(role: string, createdAt: string): void {
    this.#open = { role, parts: [], created_at: createdAt };
    this.#slots.clear();
    this.messages.push(this.#open);
  }

  add({ part, toolCall }: SpokenPart): void {
    const parts = this.#open?.parts ?? [];
    if (toolCall !== undefined && this.#update(toolCall, parts)) return;
    this.#chars += sizeOf(part);
    if (this.isCut) {
      if (parts.length === 0) parts.push(CUT);
      return;
    }
    // A copy, since it may grow.
    if (!mergeInto(parts.at(-1), part)) parts.push({ ...part });
    if (toolCall !== undefined) this.#remember(toolCall, parts.length - 1);
  }

  /** Undefined if none is open. */
  complete(completedAt: string): Message | undefined {
    const message = this.#open;
    this.#open = undefined;
    if (message !== undefined) message.completed_at = completedAt;
    return message;
  }

  toolName(toolCallId: string): string | undefined {
    return this.#toolNames.get(toolCallId);
  }

  #remember(call: ToolCallUpdate, index: number): void {
    this.#slots.set(call.toolCallId, { index, call });
    const name = toolNameOf(call);
    if (name !== undefined && this.#toolNames.size < TOOL_CALLS_MAX) this.#toolNames.set(call.toolCallId, name);
  }

  /** True if the open message has the call. */
  #update(update: ToolCallUpdate, parts: MessagePart[]): boolean {
    const slot = this.#slots.get(update.toolCallId);
    const before = slot && parts[slot.index];
    if (slot === undefined || before === undefined) return false;
    const given = Object.entries(update).filter(
      ([field, value]) => field !== "sessionUpdate" && value !== undefined && value !== null,
    );
    const call: ToolCallUpdate = { ...slot.call, ...Object.fromEntries(given) };
    const part = toolCallPart(call, this.toolName(call.toolCallId));
    this.#slots.set(call.toolCallId, { index: slot.index, call });
    this.#chars += sizeOf(part) - sizeOf(before);
    parts[slot.index] = part;
    return true;
  }
}

type Growing = { -readonly [Field in "content" | "metadata"]: MessagePart[Field] };

/** False unless both are plain text of the same chunked message, said or thought. Runs for every chunk. */
function mergeInto(last: MessagePart | undefined, part: MessagePart): boolean {
  if (last === undefined || last["thought"] !== part["thought"] || !isPlain(last) || !isPlain(part)) return false;
  if (last["acp_chunk"] !== part["acp_chunk"] && chunkOf(last) !== chunkOf(part)) return false;
  const growing = last as Growing;
  if (last["thought"] === true) growing.metadata = { kind: "trajectory", message: thoughtOf(last) + thoughtOf(part) };
  else growing.content = (last.content ?? "") + (part.content ?? "");
  return true;
}

function isPlain(part: MessagePart): boolean {
  if (part.content_type !== "text/plain" || part["acp_block"] !== undefined) return false;
  if (part.name !== undefined || part.content_url !== undefined || part.content_encoding !== undefined) return false;
  return part["thought"] === true || (part.metadata === undefined && typeof part.content === "string");
}

function thoughtOf({ metadata }: MessagePart): string {
  return (metadata?.kind === "trajectory" ? metadata.message : undefined) ?? "";
}

/** What has a `_meta` of its own is like nothing else. */
function chunkOf({ acp_chunk: chunk }: MessagePart): unknown {
  const { messageId, _meta } = (chunk ?? {}) as { messageId?: string; _meta?: unknown };
  return _meta === undefined ? messageId : chunk;
}

function sizeOf(part: MessagePart): number {
  return (part.content?.length ?? 0) + thoughtOf(part).length;
}
