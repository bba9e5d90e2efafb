// Converts clients' messages to prompts.
import type { ContentBlock } from "@parley/acp";
import type { UserMessage } from "@parley/contract";
import { fromNativeContent } from "./content.ts";

export function toBlocks(message: UserMessage): readonly ContentBlock[] {
  return typeof message === "string" ? [{ type: "text", text: message }] : message.content.map(fromNativeContent);
}

/** The text of a prompt, for routing or planning. */
export function textOf(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
