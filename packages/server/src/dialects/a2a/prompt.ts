// Converts a message to the prompt of a turn, which keeps the message's id.
import { isObject } from "@parley/base";
import type { Message, Part } from "@a2a-js/sdk";
import type { ContentBlock } from "@parley/acp";
import { fromPart, toPart } from "./parts.ts";

/** The field of a prompt's first block that stores it. */
const MESSAGE_ID = "a2aMessageId";

/** Parts without content are skipped. */
export function toPrompt({ messageId, parts }: Pick<Message, "messageId" | "parts">): ContentBlock[] {
  const [first, ...rest] = parts.flatMap((part) => fromPart(part) ?? []);
  if (first === undefined) return [];
  const meta = readFields(readFields(first)?.["_meta"]);
  return [{ ...first, _meta: { ...meta, [MESSAGE_ID]: messageId } } as ContentBlock, ...rest];
}

/** The original message; without an id if the prompt came from elsewhere. */
export function fromPrompt(prompt: readonly ContentBlock[]): { messageId: string | undefined; parts: Part[] } {
  const [first, ...rest] = prompt;
  const { [MESSAGE_ID]: id, ...meta } = readFields(readFields(first)?.["_meta"]) ?? {};
  if (first === undefined || typeof id !== "string") return { messageId: undefined, parts: prompt.map(toPart) };
  const { _meta: _, ...bare } = first as { _meta?: unknown };
  const block = Object.keys(meta).length === 0 ? bare : { ...bare, _meta: meta };
  return { messageId: id === "" ? undefined : id, parts: [block as ContentBlock, ...rest].map(toPart) };
}

function readFields(value: unknown): Record<string, unknown> | undefined {
  return isObject(value) ? value : undefined;
}
