// A message as the prompt of a turn, which remembers the id that it came with.
import type { Message } from "@a2a-js/sdk";
import type { ContentBlock } from "@parley/acp";
import { fromPart } from "@parley/hub";

/** Where a block keeps what only A2A can say. */
const A2A = "a2a";

/** Parts without content are left out. */
export function toPrompt({ messageId, parts }: Pick<Message, "messageId" | "parts">): ContentBlock[] {
  const [first, ...rest] = parts.flatMap((part) => fromPart(part) ?? []);
  if (first === undefined) return [];
  const meta = readFields(readFields(first)?.["_meta"]);
  const kept = { ...readFields(meta?.[A2A]), messageId };
  return [{ ...first, _meta: { ...meta, [A2A]: kept } } as ContentBlock, ...rest];
}

export function readMessageId([first]: readonly ContentBlock[]): string | undefined {
  const id = readFields(readFields(readFields(first)?.["_meta"])?.[A2A])?.["messageId"];
  return typeof id === "string" && id !== "" ? id : undefined;
}

function readFields(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}
