// The messages that a compaction keeps verbatim: the most recent ones, calls together with their results.
import type {
  AssistantMessage,
  Message,
  ResultPart,
  ToolMessage,
  UserMessage,
  UserPart,
} from "../../models/message.ts";
import { fitMiddle } from "../../text/cut.ts";
import { CHARS_PER_TOKEN, estimateMessage, estimateMessages } from "../tokens.ts";
import { PROMPT_TOKENS_MIN } from "../../limits.ts";
import { readSummary } from "./summary-text.ts";

/** A single message, or a call with its result: models reject one without the other. */
type Group = readonly [Message] | readonly [AssistantMessage, ToolMessage];

/** Up to `tokensMax`, plus the prompt (or else the last user message), shortened if necessary. */
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
  // An exchange is kept only from its user message on.
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

/** Undefined if it does not fit. The results of the last calls, which the model has not seen yet, are shortened instead. */
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
    const text = result.parts.map((part: ResultPart) => (part.type === "text" ? part.text : "[image]")).join("\n");
    // Leaves room for names and notes.
    return { ...result, parts: [{ type: "text" as const, text: fitMiddle(text, Math.floor(charsMax * 0.7)) }] };
  });
  return { role: "tool", results: cut };
}

/** The same message if it fits; otherwise its text is shortened and other parts are only named. */
function fitUser(message: UserMessage, tokensMax: number): UserMessage {
  if (estimateMessage(message) <= tokensMax) return message;
  const text = message.parts.map((part: UserPart) => (part.type === "text" ? part.text : `[${part.mimeType}]`));
  // Tokens are estimated from bytes, up to three per character.
  const fitting = fitMiddle(text.join("\n"), Math.floor((tokensMax * CHARS_PER_TOKEN) / 3));
  return { role: "user", parts: [{ type: "text", text: fitting }] };
}
