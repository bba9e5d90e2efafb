// Makes any list of messages one that a model takes: every call answered once and right behind it, nothing empty, a person first.
import type { AssistantMessage, AssistantPart, Message, ToolCallPart, ToolResult } from "../models/message.ts";

/** The same list if there is nothing to mend. */
export function mendConversation(messages: readonly Message[]): readonly Message[] {
  const mended: Message[] = [];
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index];
    if (message === undefined || message.role === "tool") continue;
    if (message.role === "user") {
      if (message.parts.length > 0) mended.push(message);
      continue;
    }
    // An answer to nothing: its question was dropped.
    if (mended.length === 0) continue;
    const last = mended.at(-1);
    const isSecond = last?.role === "assistant" && hasSubstance(message.parts);
    if (isSecond) mended.pop();
    const whole: AssistantMessage = isSecond
      ? { role: "assistant", parts: [...last.parts, ...message.parts] }
      : message;
    mended.push(...mendAssistant(whole, messages[index + 1]));
  }
  return isSame(messages, mended) ? messages : mended;
}

/** Text that is only white space, and thoughts that led to nothing, are refused by some providers. */
export function hasSubstance(parts: readonly AssistantPart[]): boolean {
  return parts.some((part) => part.type === "tool_call" || (part.type === "text" && part.text.trim() !== ""));
}

function mendAssistant(message: AssistantMessage, next: Message | undefined): Message[] {
  if (!hasSubstance(message.parts)) return [];
  const calls = message.parts.filter((part) => part.type === "tool_call");
  if (calls.length === 0) return [message];
  const found = next?.role === "tool" ? next.results : [];
  const results = calls.map((call) => found.find(({ callId }) => callId === call.callId) ?? unanswered(call));
  const isWhole = next?.role === "tool" && isSame(found, results);
  return [message, isWhole ? next : { role: "tool", results }];
}

function unanswered({ callId, name }: ToolCallPart): ToolResult {
  const text = "Nothing is known of what came of this call: the session was interrupted.";
  return { callId, name, parts: [{ type: "text", text }], isError: true };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
