// Cuts the blocks of a text into groups that are drawn together; a group that is complete stays as it is.
import type { MarkdownBlock } from "@parley/chat-model/markdown";
import { MARKDOWN_GROUP_BLOCKS, MARKDOWN_GROUP_CHARS } from "../limits.ts";

export interface BlockGroup {
  readonly blocks: readonly MarkdownBlock[];
  /** Number of blocks up to its end. */
  readonly end: number;
  /** How tall it will be, as long as the browser has not laid it out. */
  readonly px: number;
}

const LINE_PX = 22;
const CODE_LINE_PX = 19;
const LINE_CHARS = 105;
const BLOCK_PX = 16;

export function groupBlocks(blocks: readonly MarkdownBlock[]): BlockGroup[] {
  const groups: BlockGroup[] = [];
  let [start, chars, px] = [0, 0, 0];
  for (const [at, block] of blocks.entries()) {
    chars += block.chars;
    px += estimatePx(block);
    const isFull = at + 1 - start >= MARKDOWN_GROUP_BLOCKS || chars >= MARKDOWN_GROUP_CHARS;
    if (!isFull && at + 1 < blocks.length) continue;
    groups.push({ blocks: blocks.slice(start, at + 1), end: at + 1, px });
    [start, chars, px] = [at + 1, 0, 0];
  }
  return groups;
}

/** Number of groups at the end that are as tall as that together: those that are in sight when the text has grown. */
export function countNear(groups: readonly BlockGroup[], sightPx: number): number {
  let px = 0;
  let count = 0;
  while (count < groups.length && px < sightPx) {
    count += 1;
    px += groups.at(-count)?.px ?? 0;
  }
  return count;
}

function estimatePx({ nodes, chars }: MarkdownBlock): number {
  const [node] = nodes;
  if (node?.type === "code") return BLOCK_PX + node.text.split("\n").length * CODE_LINE_PX;
  return BLOCK_PX + Math.ceil(chars / LINE_CHARS) * LINE_PX;
}
