// What stays of a conversation word for word when it is compacted: what was said last, calls and their results together.
import type {
  AssistantMessage,
  Message,
  ResultPart,
  ToolMessage,
  UserMessage,
  UserPart,
} from "../../models/message.ts";
import { fitMiddle } from "../../text/cut.ts";
import { estimateMessage, estimateMessages } from "../estimate-tokens.ts";
import { CHARS_PER_TOKEN, PROMPT_TOKENS_MIN } from "../limits.ts";
import { readSummary } from "./summary-text.ts";

/** A message by itself, or a call and its result: one without the other is refused by every model. */
type Group = readonly [Message] | readonly [AssistantMessage, ToolMessage];

/** Within `tokensMax`, and the prompt besides: without one, what a person said last. The prompt is kept, if it must be cut. */
export function findKept(
  messages: readonly Message[],
  tokensMax: number,
  prompt: UserMessage | undefined,
): readonly Message[] {
  const wanted = prompt !== undefined && messages.includes(prompt) ? prompt : findLastUser(messages);
  const cutPrompt = wanted === undefined ? [] : [fitUser(wanted, Math.max(tokensMax, PROMPT_TOKENS_MIN))];
  const kept: Message[] = [];
  let hasPrompt = false;
  let room = tokensMax;
  for (const group of toGroups(messages).toReversed()) {
    if (group[0] === wanted) {
      kept.unshift(...cutPrompt);
      hasPrompt = true;
      continue;
    }
    const fitting = fitGroup(group, room, kept.length === 0);
    if (fitting === undefined || readSummary(group[0]) !== undefined) break;
    kept.unshift(...fitting);
    room -= estimateMessages(fitting);
  }
  if (!hasPrompt) return [...cutPrompt, ...kept];
  // The end of an exchange whose beginning is gone helps nobody.
  return kept.slice(kept.findIndex(({ role }) => role === "user"));
}

function findLastUser(messages: readonly Message[]): UserMessage | undefined {
  const last = messages.findLast((message) => message.role === "user");
  return readSummary(last) === undefined ? last : undefined;
}

function toGroups(messages: readonly Message[]): Group[] {
  const groups: Group[] = [];
  for (const message of messages) {
    const last = groups.at(-1)?.[0];
    if (message.role !== "tool") groups.push([message]);
    else if (last?.role === "assistant") groups[groups.length - 1] = [last, message];
  }
  return groups;
}

/** Undefined if it does not fit. What the model has not seen yet, the results of its last calls, is cut rather than lost. */
function fitGroup(group: Group, tokensMax: number, isLast: boolean): readonly Message[] | undefined {
  if (estimateMessages(group) <= tokensMax) return group;
  const [calls, results] = group;
  if (!isLast || results === undefined) return undefined;
  const room = tokensMax - estimateMessage(calls);
  const charsMax = Math.floor((room * CHARS_PER_TOKEN) / Math.max(1, results.results.length));
  const cut = cutResults(results, Math.max(0, charsMax));
  return estimateMessage(calls) + estimateMessage(cut) <= tokensMax ? [calls, cut] : undefined;
}

function cutResults({ results }: ToolMessage, charsMax: number): ToolMessage {
  const cut = results.map((result) => {
    const text = result.parts.map((part: ResultPart) => (part.type === "text" ? part.text : "[an image]")).join("\n");
    // Names and notes take room too.
    return { ...result, parts: [{ type: "text" as const, text: fitMiddle(text, Math.floor(charsMax * 0.7)) }] };
  });
  return { role: "tool", results: cut };
}

/** The same message if it fits. Else its text is cut, and what is not text is named only. */
function fitUser(message: UserMessage, tokensMax: number): UserMessage {
  if (estimateMessage(message) <= tokensMax) return message;
  const text = message.parts.map((part: UserPart) => (part.type === "text" ? part.text : `[${part.mimeType}]`));
  // Bytes are what is counted: a text may have up to three for each character.
  const fitting = fitMiddle(text.join("\n"), Math.floor((tokensMax * CHARS_PER_TOKEN) / 3));
  return { role: "user", parts: [{ type: "text", text: fitting }] };
}
