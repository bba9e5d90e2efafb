// Which script a conversation follows, and how far it has come: read from the messages alone.
import { textOf, type ChatMessage, type Conversation } from "../conversation.ts";
import type { Step } from "./instruction.ts";
import { hasScript, parseScript } from "./parse-script.ts";

export interface FoundStep {
  /** Undefined when the script is over. */
  readonly step: Step | undefined;
  readonly index: number;
  /** The same for every try of the same answer. */
  readonly key: string;
}

const CALL_ID = /call_s(\d+)_/;

/** An id that says which step made the call, because some agents spread one answer over several messages. */
export function toCallId(step: number, unique: string): string {
  return `call_s${step}_${unique}`;
}

/** Undefined when no message of the user carries a script. */
export function findStep({ messages }: Conversation): FoundStep | undefined {
  const at = messages.findLastIndex((message) => message.role === "user" && hasScript(textOf(message)));
  const message = messages[at];
  if (message === undefined) return undefined;
  const text = textOf(message);
  const index = countAnswers(messages.slice(at + 1));
  return { step: parseScript(text)[index], index, key: `${at} ${index} ${text}` };
}

function countAnswers(messages: readonly ChatMessage[]): number {
  let answers = 0;
  let before: ChatMessage["role"] = "user";
  for (const { role, parts } of messages) {
    if (role === "assistant") {
      const ids = parts.flatMap((part) => (part.type === "call" ? [stepOfCall(part.id)] : []));
      const known = Math.max(-1, ...ids);
      // Messages in a row are one answer; ids say more, where an agent kept them.
      answers = known >= 0 ? Math.max(answers, known + 1) : answers + (before === "user" ? 1 : 0);
    }
    before = role;
  }
  return answers;
}

function stepOfCall(id: string): number {
  const [, step] = CALL_ID.exec(id) ?? [];
  return step === undefined ? -1 : Number(step);
}
