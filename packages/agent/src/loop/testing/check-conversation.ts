// What every model insists on: a person first, calls answered once and right behind them, nothing empty.
import type { Message } from "../../models/message.ts";

/** Everything that is wrong with it. */
export function checkConversation(messages: readonly Message[]): string[] {
  return messages.flatMap((message, index) => {
    const before = messages[index - 1];
    const after = messages[index + 1];
    const problems: string[] = [];
    if (index === 0 && message.role !== "user") problems.push(`${message.role} is first`);
    if (message.role === "assistant") {
      if (before?.role === "assistant") problems.push(`${index}: two answers in a row`);
      const calls = message.parts.flatMap((part) => (part.type === "tool_call" ? [part.callId] : []));
      const hasText = message.parts.some((part) => part.type === "text" && part.text.trim() !== "");
      if (!hasText && calls.length === 0) problems.push(`${index}: an empty answer`);
      const answered = after?.role === "tool" ? after.results.map(({ callId }) => callId) : [];
      if (JSON.stringify(calls) !== JSON.stringify(answered))
        problems.push(`${index}: ${calls.join()} answered by ${answered.join()}`);
      if (new Set(calls).size !== calls.length) problems.push(`${index}: one id twice`);
    }
    if (message.role === "tool") {
      if (before?.role !== "assistant") problems.push(`${index}: results of nothing`);
      if (message.results.length === 0) problems.push(`${index}: no results`);
      if (message.results.some(({ parts }) => parts.length === 0)) problems.push(`${index}: an empty result`);
    }
    if (message.role === "user" && message.parts.length === 0) problems.push(`${index}: an empty prompt`);
    return problems;
  });
}
