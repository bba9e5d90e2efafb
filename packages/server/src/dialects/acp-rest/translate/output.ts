// The messages of a run so far: adjacent texts are merged, and each message has every tool call once, in its latest
// state.
import type { ToolCallUpdate } from "@parley/acp";
import { REST_OUTPUT_CHARS_MAX, REST_TOOL_CALLS_MAX } from "../../../limits.ts";
import type { Message, MessagePart } from "../wire.ts";
import { plainPart, toolCallPart, toolNameOf, type SpokenKind, type SpokenPart } from "./update-to-part.ts";

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

/** Replaces content over the limit, because a message has at least one part. */
const CUT: MessagePart = { content_type: "text/plain", content: "" };

export class Output {
  readonly messages: Message[] = [];
  #open: OpenMessage | undefined;
  /** For the open message, because an agent may send a thousand updates of one call. */
  readonly #slots = new Map<string, ToolCallSlot>();
  readonly #toolNames = new Map<string, string>();
  /** The last part of the open message, if it is plain text. */
  #growing: { readonly kind: SpokenKind; readonly messageId: string | undefined; text: string } | undefined;
  #chars = 0;
  #isCut = false;

  get chars(): number {
    return this.#chars;
  }

  /** Permanent once set, because later content would be in the wrong place. */
  get isCut(): boolean {
    return this.#isCut;
  }

  begin(role: string, createdAt: string): void {
    this.#open = { role, parts: [], created_at: createdAt };
    this.#slots.clear();
    this.#growing = undefined;
    this.messages.push(this.#open);
  }

  add(spoken: SpokenPart): void {
    const { part, toolCall, plain } = spoken;
    const parts = this.#open?.parts ?? [];
    if (toolCall !== undefined && this.#update(toolCall, parts)) return;
    this.#chars += plain === undefined ? sizeOf(part) : plain.length;
    this.#isCut ||= this.#chars > REST_OUTPUT_CHARS_MAX;
    if (this.#isCut) {
      if (parts.length === 0) parts.push(CUT);
      return;
    }
    if (!this.#grow(spoken, parts)) parts.push(part);
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

  /** True if it continues the previous text. Runs for every chunk. */
  #grow({ kind, plain, messageId }: SpokenPart, parts: MessagePart[]): boolean {
    const growing = this.#growing;
    if (plain === undefined || kind === "tool_call") {
      this.#growing = undefined;
      return false;
    }
    if (growing === undefined || growing.kind !== kind || growing.messageId !== messageId) {
      this.#growing = { kind, messageId, text: plain };
      return false;
    }
    growing.text += plain;
    parts[parts.length - 1] = plainPart(kind, growing.text, messageId);
    return true;
  }

  #remember(call: ToolCallUpdate, index: number): void {
    this.#slots.set(call.toolCallId, { index, call });
    const name = toolNameOf(call);
    if (name !== undefined && this.#toolNames.size < REST_TOOL_CALLS_MAX) this.#toolNames.set(call.toolCallId, name);
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

function thoughtOf({ metadata }: MessagePart): string {
  return (metadata?.kind === "trajectory" ? metadata.message : undefined) ?? "";
}

function sizeOf(part: MessagePart): number {
  return (part.content?.length ?? 0) + thoughtOf(part).length;
}
