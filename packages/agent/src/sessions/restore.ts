// Restores the conversation from a session's log: events in, messages out. The inverse of to-updates.ts.
import { isObject } from "@parley/base";
import type { CreateElicitationRequest, SessionEvent } from "@parley/acp";
import type { Message, UserMessage, UserPart } from "../models/message.ts";
import { RestoredStep, type StepEnd } from "./restored-step.ts";
import { toUserParts } from "./to-user-parts.ts";
import { readMeta, type Block, type Update } from "./wire.ts";

export class Restorer {
  #messages: Message[] = [];
  #step = new RestoredStep();
  /** Number of messages before the prompt of the turn. */
  #turnStart = 0;
  #prompt: UserMessage | undefined;

  add(event: SessionEvent): void {
    if (event.type === "prompt") this.#addPrompt(event.prompt as readonly Block[]);
    else if (event.type === "update") this.#addUpdate(event.update as Update);
    else if (event.type === "stop") this.#endTurn(event.stopReason ?? "error");
    else if (event.type === "permission_asked") this.#step.addQuestion(event.interactionId, event.toolCall.toolCallId);
    else if (event.type === "elicitation_asked") this.#addElicitation(event.interactionId, event.request);
    else if (event.type === "permission_answered" || event.type === "elicitation_answered")
      this.#step.endQuestion(event.interactionId);
    else if (event.type === "compacted" && event.conversation !== undefined) {
      this.#endStep("whole");
      this.#messages = event.conversation.filter(isMessage);
      this.#turnStart = this.#findPrompt();
    }
  }

  /** Calls of the last step that were interrupted before they did anything. To be read before `messages`. */
  get unstartedCalls(): readonly string[] {
    return this.#step.unstarted;
  }

  /** Valid for any model: every call has a result. */
  messages(): Message[] {
    this.#endStep("broken");
    return this.#messages;
  }

  /** A refused turn is removed from the conversation, as the protocol requires. */
  #endTurn(stopReason: string): void {
    const isBroken = stopReason === "error" || stopReason === "cancelled";
    this.#endStep(isBroken ? "broken" : stopReason === "max_tokens" ? "cut" : "whole");
    if (stopReason === "refusal") this.#messages.length = Math.min(this.#messages.length, this.#turnStart);
  }

  /** If the previous turn has no end, it was interrupted. */
  #addPrompt(blocks: readonly Block[]): void {
    this.#endStep("broken");
    this.#turnStart = this.#messages.length;
    this.#prompt = undefined;
    if (readMeta(blocks[0] ?? {}).aside !== true) this.#begin(toUserParts(blocks));
  }

  #addElicitation(questionId: string, request: CreateElicitationRequest): void {
    const callId = isObject(request) ? request["toolCallId"] : undefined;
    if (typeof callId === "string") this.#step.addQuestion(questionId, callId);
  }

  #begin(parts: readonly UserPart[]): void {
    this.#turnStart = this.#messages.length;
    this.#prompt = { role: "user", parts };
    this.#messages.push(this.#prompt);
  }

  #addUser(update: Extract<Update, { sessionUpdate: "user_message_chunk" }>): void {
    this.#endStep("whole");
    const { heard, isExpansion, beginsTurn } = readMeta(update);
    const parts = heard ?? toUserParts([update.content]);
    if (isExpansion === true || beginsTurn === true) this.#begin(parts);
    else this.#messages.push({ role: "user", parts });
  }

  #addUpdate(update: Update): void {
    const { sessionUpdate } = update;
    if (sessionUpdate === "user_message_chunk") this.#addUser(update);
    else if (sessionUpdate === "tool_call_update") this.#step.addCallUpdate(update);
    else if (sessionUpdate === "usage_update") this.#step.count();
    else if (sessionUpdate === "tool_call" && this.#isForModel(update)) this.#step.addCall(update);
    else if (
      (sessionUpdate === "agent_message_chunk" || sessionUpdate === "agent_thought_chunk") &&
      this.#isForModel(update)
    ) {
      this.#step.addChunk(update);
    }
  }

  /** Whether the model sees the update. Starts a new step if all calls of the last one have results. */
  #isForModel(update: Update): boolean {
    if (readMeta(update).aside === true) return false;
    if (this.#step.isAnswered) this.#endStep("whole");
    return true;
  }

  #endStep(end: StepEnd): void {
    this.#messages.push(...this.#step.toMessages(end));
    this.#step = new RestoredStep();
  }

  /** The index of the turn's prompt in a compacted conversation; if it is gone, everything after the summary belongs to the turn. */
  #findPrompt(): number {
    const text = JSON.stringify(this.#prompt);
    const index = this.#messages.findLastIndex((message) => JSON.stringify(message) === text);
    return index === -1 ? Math.min(1, this.#messages.length) : index;
  }
}

/** Only we write these, so a rough check is enough to reject damaged lines. */
function isMessage(value: unknown): value is Message {
  if (!isObject(value)) return false;
  const list = value["role"] === "tool" ? value["results"] : value["parts"];
  return ["user", "assistant", "tool"].includes(String(value["role"])) && Array.isArray(list);
}
