// A session's conversation: the messages of the next request, their size in tokens, and how they are kept valid for any model.
import type {
  AssistantMessage,
  AssistantPart,
  Message,
  ToolCallPart,
  ToolResult,
  UserPart,
} from "../models/message.ts";
import { estimateMessage, estimateMessages } from "./tokens.ts";

export interface Conversation {
  readonly messages: readonly Message[];
  append(message: Message): void;
  /** Also discards the provider's count. */
  replace(messages: readonly Message[]): void;
  /** Size of a request with all messages: the provider's count plus an estimate of what was added since. */
  readonly tokens: number;
  /** False: `tokens` is an estimate of the messages alone, without instructions and tools. */
  readonly isCounted: boolean;
  /** Sets the provider's count of everything in it now, including instructions and tools. */
  setCount(tokens: number): void;
}

export function createConversation(initial: readonly Message[] = []): Conversation {
  let messages = [...initial];
  let isCounted = false;
  let tokens = estimateMessages(messages);
  return {
    get messages() {
      return messages;
    },
    get tokens() {
      return tokens;
    },
    get isCounted() {
      return isCounted;
    },
    append(message) {
      messages.push(message);
      tokens += estimateMessage(message);
    },
    replace(next) {
      messages = [...next];
      isCounted = false;
      tokens = estimateMessages(messages);
    },
    setCount(counted) {
      isCounted = true;
      tokens = counted;
    },
  };
}

/**
 * Makes any list of messages valid for a model: every call has one result right after it, nothing is empty, and a user message
 * comes first. Returns the same list if it is valid already.
 */
export function repairConversation(messages: readonly Message[]): readonly Message[] {
  const repaired: Message[] = [];
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index];
    if (message === undefined || message.role === "tool") continue;
    if (message.role === "user") {
      if (message.parts.length > 0) repaired.push(message);
      continue;
    }
    // An answer without a question: the message before it was dropped.
    if (repaired.length === 0) continue;
    const last = repaired.at(-1);
    const isSecond = last?.role === "assistant" && hasSubstance(message.parts);
    if (isSecond) repaired.pop();
    const whole: AssistantMessage = isSecond
      ? { role: "assistant", parts: [...last.parts, ...message.parts] }
      : message;
    repaired.push(...repairAssistant(whole, messages[index + 1]));
  }
  return isSame(messages, repaired) ? messages : repaired;
}

/** Some providers reject text that is only white space, and thoughts without text or calls. */
export function hasSubstance(parts: readonly AssistantPart[]): boolean {
  return parts.some((part) => part.type === "tool_call" || (part.type === "text" && part.text.trim() !== ""));
}

function repairAssistant(message: AssistantMessage, next: Message | undefined): Message[] {
  if (!hasSubstance(message.parts)) return [];
  const calls = message.parts.filter((part) => part.type === "tool_call");
  if (calls.length === 0) return [message];
  const found = next?.role === "tool" ? next.results : [];
  const results = calls.map((call) => found.find(({ callId }) => callId === call.callId) ?? unanswered(call));
  const isComplete = next?.role === "tool" && isSame(found, results);
  return [message, isComplete ? next : { role: "tool", results }];
}

function unanswered({ callId, name }: ToolCallPart): ToolResult {
  const text = "The result of this call is unknown: the session was interrupted.";
  return { callId, name, parts: [{ type: "text", text }], isError: true };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

/** Joins consecutive user messages, because many models require the roles to alternate. */
export function toRequestMessages(messages: readonly Message[]): readonly Message[] {
  const joined: Message[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (message.role === "user" && last?.role === "user") {
      const parts: UserPart[] = [...last.parts, ...message.parts];
      joined[joined.length - 1] = { role: "user", parts };
    } else joined.push(message);
  }
  return joined;
}
