// Which script a conversation plays, and how far it has come: read from the messages alone.
import { hashText } from "../hash-text.ts";
import { QUOTE_CHARS_MAX } from "../limits.ts";
import type { Message, ToolResult, UserMessage } from "../message.ts";

export interface ScriptPosition {
  readonly script: string;
  /** The index of the step to play next. */
  readonly next: number;
  /** What the tools gave since the step before. */
  readonly results: readonly ToolResult[];
  /** The same throughout a turn, and another one in every other turn. */
  readonly turn: string;
}

const CALL_ID = /^script_[0-9a-f]+_(\d+)$/;

export function toCallId({ turn }: ScriptPosition, index: number): string {
  return `script_${turn}_${index}`;
}

export function findPosition(messages: readonly Message[]): ScriptPosition {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const since = messages.slice(at + 1);
  const last = messages.at(-1);
  return {
    script: textOf(messages[at]),
    next: stepAfterCalls(since),
    results: last?.role === "tool" ? last.results : [],
    turn: hashText(
      messages
        .slice(0, at + 1)
        .map(outline)
        .join("\n"),
    ),
  };
}

/** The ids of the calls say which steps made them. */
function stepAfterCalls(messages: readonly Message[]): number {
  let next = 0;
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const part of message.parts) {
      const [, index] = part.type === "tool_call" ? (CALL_ID.exec(part.callId) ?? []) : [];
      if (index !== undefined) next = Math.max(next, Number(index) + 1);
    }
  }
  return next;
}

/** What the user typed: files that came along are no part of it. */
function textOf(message: Message | undefined): string {
  if (message?.role !== "user") return "";
  return typed(message).join("\n");
}

function typed({ parts }: UserMessage): readonly string[] {
  return parts.flatMap((part) => (part.type === "text" && !part.text.startsWith("<resource ") ? [part.text] : []));
}

/** Enough to tell one conversation from another. */
function outline(message: Message): string {
  if (message.role === "tool") return message.results.map(({ callId }) => callId).join(" ");
  return message.parts
    .map((part) => ("text" in part ? `${part.text.length} ${part.text.slice(0, QUOTE_CHARS_MAX)}` : part.type))
    .join(" ");
}
