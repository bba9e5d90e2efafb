import { MarkdownBlocks } from "@parley/chat-model/markdown";
import { expect, it } from "vitest";
import { MARKDOWN_GROUP_BLOCKS, MARKDOWN_GROUP_CHARS } from "../limits.ts";
import { countNear, groupBlocks } from "./group-blocks.ts";

function read(text: string) {
  const blocks = new MarkdownBlocks();
  blocks.push(text);
  blocks.end();
  return blocks.finished;
}

it("cuts short blocks by their number, and long ones by their length", () => {
  const short = groupBlocks(read("word\n\n".repeat(MARKDOWN_GROUP_BLOCKS + 1)));
  expect(short.map(({ blocks }) => blocks.length)).toEqual([MARKDOWN_GROUP_BLOCKS, 1]);
  const long = groupBlocks(read(`${"a".repeat(MARKDOWN_GROUP_CHARS / 2)}\n\n`.repeat(5)));
  expect(long.map(({ blocks, end }) => [blocks.length, end])).toEqual([
    [2, 2],
    [2, 4],
    [1, 5],
  ]);
});

it("leaves a complete group as it is when more blocks follow", () => {
  const blocks = read("word\n\n".repeat(60));
  const [first] = groupBlocks(blocks.slice(0, 30));
  expect(groupBlocks(blocks)[0]).toEqual(first);
});

it("lays out as many groups at the end as are as tall as what is in sight", () => {
  const groups = groupBlocks(read("word\n\n".repeat(MARKDOWN_GROUP_BLOCKS * 3 + 1)));
  const [px = 0, last = 0] = [groups.at(-2)?.px, groups.at(-1)?.px];
  expect(last).toBeLessThan(px);
  expect([1, last, last + 1, last + px, last + px + 1, 1e6].map((sight) => countNear(groups, sight))).toEqual([
    1, 1, 2, 2, 3, 4,
  ]);
  expect(countNear([], 1_000)).toBe(0);
});
