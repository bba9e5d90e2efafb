// The conversation as it stands in a session's log: events in, messages out. Undoes what to-updates.ts does.
import type { SessionEvent, ToolCallContent } from "@parley/acp";
import type { AssistantPart, Message, ResultPart, ToolResult, UserPart } from "../models/message.ts";
import { toUserParts } from "./to-user-parts.ts";
import { isRecord, readMeta, type Block, type Update } from "./wire.ts";

/** What the model is told of a call that was under way when its process ended. */
const INTERRUPTED = "Interrupted: it is not known whether this was done.";

export class Restorer {
  #messages: Message[] = [];
  /** How many there were before the last prompt. */
  #turnStart = 0;
  #parts: AssistantPart[] = [];
  /** Calls of the assistant's message that is being put together, and their results so far. */
  #calls = new Map<string, ToolResult | undefined>();
  #content = new Map<string, readonly ToolCallContent[]>();

  add(event: SessionEvent): void {
    if (event.type === "prompt") this.#addPrompt(event.prompt as readonly Block[]);
    else if (event.type === "update") this.#addUpdate(event.update as Update);
    else if (event.type === "stop") this.#endTurn(event.stopReason === "refusal");
    else if (event.type === "compacted" && event.conversation !== undefined) {
      this.#endStep();
      this.#messages = event.conversation.filter(isMessage);
    }
  }

  /** Valid for any model: every call is answered. */
  messages(): Message[] {
    this.#endStep();
    return this.#messages;
  }

  /** What was refused is not said again: the turn leaves the conversation, as the protocol has it. */
  #endTurn(isRefused: boolean): void {
    this.#endStep();
    if (isRefused) this.#messages.length = Math.min(this.#messages.length, this.#turnStart);
  }

  #addPrompt(blocks: readonly Block[]): void {
    this.#endStep();
    this.#turnStart = this.#messages.length;
    if (readMeta(blocks[0] ?? {}).aside !== true) this.#addUser(toUserParts(blocks));
  }

  #addUser(parts: readonly UserPart[]): void {
    this.#endStep();
    this.#messages.push({ role: "user", parts });
  }

  #addUpdate(update: Update): void {
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        if (readMeta(update).aside !== true) this.#addChunk("text", update);
        return;
      case "agent_thought_chunk":
        if (readMeta(update).aside !== true) this.#addChunk("thought", update);
        return;
      case "user_message_chunk":
        this.#addUser(readMeta(update).heard ?? toUserParts([update.content]));
        return;
      case "tool_call":
        this.#addCall(update);
        return;
      case "tool_call_update":
        this.#addCallUpdate(update);
        return;
      default:
    }
  }

  #addChunk(
    type: "text" | "thought",
    chunk: Extract<Update, { sessionUpdate: "agent_message_chunk" | "agent_thought_chunk" }>,
  ): void {
    if (this.#calls.size > 0 && [...this.#calls.values()].every((result) => result !== undefined)) this.#endStep();
    const text = chunk.content.type === "text" ? chunk.content.text : "";
    const { provider } = readMeta(chunk);
    const last = this.#parts.at(-1);
    if (last?.type === type && last.provider === undefined) {
      this.#parts[this.#parts.length - 1] = {
        type,
        text: last.text + text,
        ...(provider === undefined ? {} : { provider }),
      };
    } else this.#parts.push({ type, text, ...(provider === undefined ? {} : { provider }) });
  }

  #addCall(call: Extract<Update, { sessionUpdate: "tool_call" }>): void {
    if (this.#calls.size > 0 && [...this.#calls.values()].every((result) => result !== undefined)) this.#endStep();
    const { provider, aside } = readMeta(call);
    if (aside === true) return;
    this.#parts.push({
      type: "tool_call",
      callId: call.toolCallId,
      name: call.name ?? "unknown",
      input: call.rawInput ?? {},
      ...(provider === undefined ? {} : { provider }),
    });
    this.#calls.set(call.toolCallId, undefined);
  }

  #addCallUpdate({
    toolCallId,
    status,
    content,
    rawOutput,
  }: Extract<Update, { sessionUpdate: "tool_call_update" }>): void {
    if (!this.#calls.has(toolCallId)) return;
    if (content !== undefined && content !== null) this.#content.set(toolCallId, content as readonly ToolCallContent[]);
    if (status !== "completed" && status !== "failed") return;
    const parts = isParts(rawOutput) ? rawOutput : toParts(this.#content.get(toolCallId) ?? []);
    this.#calls.set(toolCallId, {
      callId: toolCallId,
      name: this.#nameOf(toolCallId),
      parts,
      isError: status === "failed",
    });
  }

  #nameOf(callId: string): string {
    for (const part of this.#parts) if (part.type === "tool_call" && part.callId === callId) return part.name;
    return "unknown";
  }

  #endStep(): void {
    const parts = this.#parts.filter(
      (part) => part.type === "tool_call" || part.text !== "" || part.provider !== undefined,
    );
    if (parts.length > 0) this.#messages.push({ role: "assistant", parts });
    if (this.#calls.size > 0) {
      const results = [...this.#calls].map(([callId, result]): ToolResult => {
        const none: ResultPart[] = [{ type: "text", text: INTERRUPTED }];
        return result ?? { callId, name: this.#nameOf(callId), parts: none, isError: true };
      });
      this.#messages.push({ role: "tool", results });
    }
    this.#parts = [];
    this.#calls = new Map();
    this.#content = new Map();
  }
}

function toParts(content: readonly ToolCallContent[]): ResultPart[] {
  return content.flatMap((item): ResultPart[] => {
    if (item.type !== "content") return [];
    const { content: block } = item;
    if (block.type === "text") return [{ type: "text", text: block.text }];
    return block.type === "image" ? [{ type: "image", mimeType: block.mimeType, data: block.data }] : [];
  });
}

function isParts(value: unknown): value is ResultPart[] {
  return (
    Array.isArray(value) &&
    value.every((part) => isRecord(part) && (part["type"] === "text" || part["type"] === "image"))
  );
}

/** Only we write these; a look at the shape is enough to keep a damaged line from doing harm. */
function isMessage(value: unknown): value is Message {
  if (!isRecord(value)) return false;
  const list = value["role"] === "tool" ? value["results"] : value["parts"];
  return ["user", "assistant", "tool"].includes(String(value["role"])) && Array.isArray(list);
}
