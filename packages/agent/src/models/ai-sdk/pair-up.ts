// Every call gets its one result, right after it: providers refuse a conversation in which one is missing or too many, for ever.
// The loop mends what it keeps; this is for whatever else is asked of a model, and changes nothing that is kept.
import type { AssistantMessage, Message, ToolMessage, ToolResult } from "../message.ts";

/** What a model reads about a call that nobody answered: the turn was cancelled, or we were killed. */
const UNANSWERED = "The call was interrupted; whether it was done is not known.";

/** The same messages if nothing is amiss, which is nearly always. */
export function pairUp(messages: readonly Message[]): readonly Message[] {
  const paired: Message[] = [];
  for (const [at, message] of messages.entries()) {
    // Results without the calls that they answer are nobody's.
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
