// Finds the script of a conversation and the next step, from the messages alone.
import { hashText } from "../hash-text.ts";
import { SCRIPT_QUOTE_CHARS_MAX } from "../../limits.ts";
import type { Message, ToolResult, UserMessage } from "../message.ts";

export interface ScriptPosition {
  readonly script: string;
  /** Index of the next step. */
  readonly next: number;
  /** Tool results since the previous step. */
  readonly results: readonly ToolResult[];
  /** Constant within a turn, different for every turn. */
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

/** Call ids contain the index of their step. */
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

/** The text the user typed, without attached files. */
function textOf(message: Message | undefined): string {
  if (message?.role !== "user") return "";
  return typed(message).join("\n");
}

function typed({ parts }: UserMessage): readonly string[] {
  return parts.flatMap((part) => (part.type === "text" && !part.text.startsWith("<resource ") ? [part.text] : []));
}

/** Enough to distinguish conversations. */
function outline(message: Message): string {
  if (message.role === "tool") return message.results.map(({ callId }) => callId).join(" ");
  return message.parts
    .map((part) => ("text" in part ? `${part.text.length} ${part.text.slice(0, SCRIPT_QUOTE_CHARS_MAX)}` : part.type))
    .join(" ");
}
