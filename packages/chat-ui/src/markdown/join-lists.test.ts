import { MarkdownBlocks } from "@parley/chat-model/markdown";
import { expect, it } from "vitest";
import { joinLists } from "./join-lists.ts";

function read(text: string) {
  const blocks = new MarkdownBlocks();
  blocks.push(text);
  blocks.end();
  return joinLists(blocks.finished).flatMap(({ nodes }) =>
    nodes.map((node) => (node.type === "list" ? `${node.isOrdered ? "ol" : "ul"} ${node.items.length}` : node.type)),
  );
}

it("makes one list of the items that were streamed one by one", () => {
  expect(read("1. one\n2. two\n3. three\n\nText\n\n- a\n- b\n")).toEqual(["ol 3", "paragraph", "ul 2"]);
});

it("keeps lists apart that are of another kind", () => {
  expect(read("- a\n- b\n\n1. one\n2. two\n")).toEqual(["ul 2", "ol 2"]);
});
