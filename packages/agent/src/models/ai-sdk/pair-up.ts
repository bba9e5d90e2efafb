// Ensures one result right after every call: providers reject conversations where one is missing or duplicated.
// The loop repairs its own conversation; this covers all other requests, and changes nothing that is stored.
import type { AssistantMessage, Message, ToolMessage, ToolResult } from "../message.ts";

/** Result of a call without one: the turn was cancelled, or the process was killed. */
const UNANSWERED = "The call was interrupted; it is unknown whether it took effect.";

/** Returns the same messages if they are valid, which is nearly always. */
export function pairUp(messages: readonly Message[]): readonly Message[] {
  const paired: Message[] = [];
  for (const [at, message] of messages.entries()) {
    // Results without a call are dropped.
    if (message.role === "tool") continue;
    paired.push(message);
    if (message.role === "assistant") paired.push(...answers(message, messages[at + 1]));
  }
  const isSame = paired.length === messages.length && paired.every((message, at) => message === messages[at]);
  return isSame ? messages : paired;
}

function answers({ parts }: AssistantMessage, next: Message | undefined): readonly ToolMessage[] {
  const calls = parts.filter((part) => part.type === "tool_call");
  if (calls.length === 0) return [];
  const given = next?.role === "tool" ? next : undefined;
  const isComplete =
    given?.results.length === calls.length &&
    calls.every(({ callId }) => given.results.some((result) => result.callId === callId));
  if (given !== undefined && isComplete) return [given];
  const results = calls.map(
    ({ callId, name }): ToolResult =>
      given?.results.find((result) => result.callId === callId) ?? {
        callId,
        name,
        isError: true,
        parts: [{ type: "text", text: UNANSWERED }],
      },
  );
  return [{ role: "tool", results }];
}
