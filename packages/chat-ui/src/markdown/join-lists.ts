// Streamed markdown has each item of a list as a block of its own; what belongs together becomes one list again.
import type { BlockNode, ListNode, MarkdownBlock } from "@parley/chat-model/markdown";

export function joinLists(blocks: readonly MarkdownBlock[]): MarkdownBlock[] {
  const joined: MarkdownBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const [before, list] = [last && onlyList(last), onlyList(block)];
    if (last === undefined || before === undefined || list === undefined || !isContinued(before, list)) {
      joined.push(block);
      continue;
    }
    const items = [...before.items, ...list.items];
    const isLoose = before.isLoose || list.isLoose || list.isApart;
    joined[joined.length - 1] = { ...last, nodes: [{ ...before, items, isLoose }] };
  }
  return joined;
}

type List = BlockNode & ListNode;

function onlyList({ nodes }: MarkdownBlock): List | undefined {
  const [node, ...more] = nodes;
  return node?.type === "list" && more.length === 0 ? node : undefined;
}

function isContinued(before: List, { isOrdered, start }: List): boolean {
  if (isOrdered !== before.isOrdered) return false;
  return !isOrdered || start === before.start + before.items.length;
}
