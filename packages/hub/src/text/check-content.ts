// Checks content that a client sent over any dialect: blocks that an agent can read, or an error that names the field.
import { findContentMistake, isUnknown, type ContentBlock } from "@parley/acp";
import { decode } from "@parley/acp/decode";
import { badField } from "@parley/planning";

/** `path` is the location of the blocks, as a JSON pointer. */
export function checkContent(blocks: readonly ContentBlock[], path: string): void {
  const mistake = findContentMistake(blocks.map((block, index) => decodeBlock(block, `${path}/${index}`)));
  if (mistake !== undefined) throw badField({ path: path + mistake.path }, mistake.problem);
}

function decodeBlock(block: ContentBlock, path: string): ContentBlock {
  if (isUnknown(block)) return block;
  // The decoder changes its input.
  const result = decode("ContentBlock", structuredClone(block));
  if (!result.ok) throw badField({ path: path + result.error.path }, `expected ${result.error.expected}`);
  return result.value;
}
