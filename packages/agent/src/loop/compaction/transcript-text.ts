// A conversation as plain text, for the model that summarises it; can be shortened to any length.
import type { AssistantPart, Message, ResultPart, ToolResult, UserPart } from "../../models/message.ts";
import { fitMiddle } from "../../text/cut.ts";
import { toJson } from "../tokens.ts";

/** Maximum length of a tool's result or input, from generous to minimal. */
const RESULT_CHARS = [8_000, 2_000, 500, 120] as const;
/** Minimum for the first prompt, which states the task. */
const FIRST_CHARS_MIN = 1_000;
/** Room for the notes on omitted messages. */
const NOTES_CHARS = 200;

/** At most `charsMax` characters: tool outputs are shortened first, then the oldest messages are dropped. */
export function toTranscriptText(messages: readonly Message[], charsMax: number): string {
  for (const resultChars of RESULT_CHARS) {
    const text = messages.map((message) => describe(message, resultChars)).join("\n\n");
    if (text.length <= charsMax) return text;
  }
  return dropOldest(messages, charsMax);
}

function dropOldest(messages: readonly Message[], charsMax: number): string {
  const resultChars = RESULT_CHARS[RESULT_CHARS.length - 1] ?? 0;
  const [first, ...others] = messages.map((message) => describe(message, resultChars));
  const opening = fitMiddle(first ?? "", Math.max(Math.floor(charsMax / 4), Math.min(FIRST_CHARS_MIN, charsMax)));
  let room = charsMax - opening.length - NOTES_CHARS;
  const kept: string[] = [];
  for (const text of others.toReversed()) {
    // The last message is always kept, shortened if necessary.
    const fitting = kept.length === 0 ? fitMiddle(text, Math.max(0, room)) : text;
    if (fitting.length > room) break;
    kept.unshift(fitting);
    room -= fitting.length + 2;
  }
  const dropped = others.length - kept.length;
  const note = dropped === 0 ? [] : [`[${dropped} older messages omitted]`];
  return [opening, ...note, ...kept].join("\n\n").slice(0, Math.max(0, charsMax));
}

function describe(message: Message, charsMax: number): string {
  switch (message.role) {
    case "user":
      return `### User\n${message.parts.map((part) => describeUser(part)).join("\n")}`;
    case "assistant":
      return `### Agent\n${message.parts.map((part) => describeAssistant(part, charsMax)).join("\n")}`;
    case "tool":
      return message.results.map((result) => describeResult(result, charsMax)).join("\n\n");
    default:
      return message satisfies never;
  }
}

function describeUser(part: UserPart): string {
  if (part.type === "text") return part.text;
  if (part.type === "image") return `[image: ${part.mimeType}]`;
  return `[file: ${part.name ?? part.mimeType}]`;
}

function describeAssistant(part: AssistantPart, charsMax: number): string {
  if (part.type === "text") return part.text;
  // Thoughts are dropped; their conclusions are in the text and the calls.
  if (part.type === "thought") return "";
  return `[calls ${part.name} ${fitMiddle(toJson(part.input), charsMax)}]`;
}

function describeResult({ name, parts, isError }: ToolResult, charsMax: number): string {
  const text = parts.map((part: ResultPart) => (part.type === "text" ? part.text : `[image: ${part.mimeType}]`));
  return `### Result of ${name}${isError ? " (failed)" : ""}\n${fitMiddle(text.join("\n"), charsMax)}`;
}
