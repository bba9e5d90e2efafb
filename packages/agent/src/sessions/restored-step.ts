// One answer of the model and the results of its calls, restored from updates.
import { isObject } from "@parley/base";
import type { ToolCallContent } from "@parley/acp";
import { hasSubstance } from "../loop/conversation.ts";
import type { AssistantPart, Message, ResultPart, ToolResult } from "../models/message.ts";
import { readMeta, type Update } from "./wire.ts";

/** Result of a call that was running when the process ended. */
export const INTERRUPTED = "Interrupted: it is unknown whether this took effect.";
/** Result of a call that had not started. */
const NOT_BEGUN = "Interrupted before it started: nothing was done.";
/** The conversation of a sub-agent is not saved, so it cannot be resumed. */
const TASK = "task";
const TASK_INTERRUPTED =
  "The sub-agent was interrupted and cannot be resumed. Check what it changed; call task again if the work is still needed.";
/** `ask` has no effects, so it can run again while its question is open. */
const ASK = "ask";

/** `broken`: the answer was aborted. `cut`: it reached the output limit. */
export type StepEnd = "whole" | "broken" | "cut";

type Chunk = Extract<Update, { sessionUpdate: "agent_message_chunk" | "agent_thought_chunk" }>;

interface Piece {
  readonly messageId: string | null | undefined;
  part: AssistantPart;
}

export class RestoredStep {
  readonly #pieces: Piece[] = [];
  /** Results so far, by call id. */
  readonly #calls = new Map<string, ToolResult | undefined>();
  readonly #content = new Map<string, readonly ToolCallContent[]>();
  readonly #started = new Set<string>();
  /** Calls with an open question, by the id of the question. */
  readonly #questions = new Map<string, string>();
  #isCounted = false;

  /** All of its calls have results, so further updates belong to the next step. */
  get isAnswered(): boolean {
    if (this.#calls.size === 0) return false;
    for (const result of this.#calls.values()) if (result === undefined) return false;
    return true;
  }

  /** Calls that have not started, of a complete step: they can still run. */
  get unstarted(): readonly string[] {
    return [...this.#calls].flatMap(([callId, result]) =>
      result === undefined && this.#isUnstarted(callId) ? callId : [],
    );
  }

  addQuestion(questionId: string, callId: string): void {
    this.#questions.set(questionId, callId);
  }

  endQuestion(questionId: string): void {
    this.#questions.delete(questionId);
  }

  /** The model reported its usage, so its answer is complete. */
  count(): void {
    if (this.#pieces.length > 0) this.#isCounted = true;
  }

  addChunk(chunk: Chunk): void {
    const type = chunk.sessionUpdate === "agent_message_chunk" ? "text" : "thought";
    const { messageId } = chunk;
    const text = chunk.content.type === "text" ? chunk.content.text : "";
    const { provider } = readMeta(chunk);
    const isOfPiece = (piece: Piece): boolean => piece.part.type === type && piece.messageId === messageId;
    const last = this.#pieces.at(-1);
    // Provider data of a part may arrive after the next part has started.
    const piece =
      last !== undefined && isOfPiece(last) ? last : text === "" ? this.#pieces.findLast(isOfPiece) : undefined;
    if (piece === undefined || piece.part.type === "tool_call" || piece.part.provider !== undefined) {
      this.#pieces.push({ messageId, part: { type, text, ...(provider === undefined ? {} : { provider }) } });
    } else {
      piece.part = { type, text: piece.part.text + text, ...(provider === undefined ? {} : { provider }) };
    }
  }

  addCall(call: Extract<Update, { sessionUpdate: "tool_call" }>): void {
    const { provider } = readMeta(call);
    const { toolCallId: callId, name, rawInput = {} } = call;
    const part = { type: "tool_call", callId, name: name ?? "unknown", input: rawInput } as const;
    this.#pieces.push({ messageId: undefined, part: provider === undefined ? part : { ...part, provider } });
    this.#calls.set(callId, undefined);
  }

  /** Ignores calls of sub-agents, which are not part of this step. */
  addCallUpdate(update: Extract<Update, { sessionUpdate: "tool_call_update" }>): void {
    const { toolCallId: callId, status, content, rawOutput } = update;
    if (!this.#calls.has(callId)) return;
    if (status === "in_progress") this.#started.add(callId);
    if (content !== undefined && content !== null) this.#content.set(callId, content as readonly ToolCallContent[]);
    if (status !== "completed" && status !== "failed") return;
    const parts = isParts(rawOutput) ? rawOutput : toParts(this.#content.get(callId) ?? []);
    this.#calls.set(callId, { callId, name: this.#nameOf(callId), parts, isError: status === "failed" });
  }

  /** Empty if the step has no content. */
  toMessages(end: StepEnd): Message[] {
    const parts = this.#toParts(end);
    if (!hasSubstance(parts)) return [];
    const answer: Message = { role: "assistant", parts };
    if (this.#calls.size === 0) return [answer];
    const results = Array.from(this.#calls, ([callId, result]): ToolResult => {
      const name = this.#nameOf(callId);
      const interrupted = name === TASK ? TASK_INTERRUPTED : INTERRUPTED;
      const none: ResultPart[] = [{ type: "text", text: this.#isUnstarted(callId) ? NOT_BEGUN : interrupted }];
      return result ?? { callId, name, parts: none, isError: true };
    });
    return [answer, { role: "tool", results }];
  }

  /** As in the loop: only the text of an incomplete answer, because providers reject its signature. */
  #toParts(end: StepEnd): AssistantPart[] {
    const parts = this.#pieces.map(({ part }) => part);
    const isWhole = this.#isCounted || this.#calls.size > 0;
    if (end === "broken" && !isWhole) {
      return parts.flatMap((part) =>
        part.type === "text" && part.text.trim() !== "" ? [{ type: "text", text: part.text }] : [],
      );
    }
    const last = parts.at(-1);
    if (end === "cut" && last?.type === "thought" && last.provider === undefined) parts.pop();
    return parts.filter((part) => part.type !== "text" || part.provider !== undefined || part.text.trim() !== "");
  }

  #isUnstarted(callId: string): boolean {
    if (!this.#started.has(callId)) return true;
    return this.#nameOf(callId) === ASK && [...this.#questions.values()].includes(callId);
  }

  #nameOf(callId: string): string {
    for (const { part } of this.#pieces) if (part.type === "tool_call" && part.callId === callId) return part.name;
    return "unknown";
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
    value.every((part) => isObject(part) && (part["type"] === "text" || part["type"] === "image"))
  );
}
