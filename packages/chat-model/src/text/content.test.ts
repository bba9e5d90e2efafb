import type { ContentBlock } from "@parley/acp";
import { expect, it } from "vitest";
import { describeAttachment, describeContent, textOfBlocks } from "./content.ts";

const BLOCKS: readonly ContentBlock[] = [
  { type: "text", text: "one\u001b[31m\ntwo" },
  { type: "image", data: "AAAA", mimeType: "image/png" },
  { type: "resource_link", uri: "file:///w/a.ts", name: "a.ts" },
  { type: "resource", resource: { uri: "file:///w/b.ts#L1", text: "x" } },
  { kind: "unknown", raw: { type: "smell" } },
];

it("describes blocks and attachments in one line", () => {
  expect(BLOCKS.map(describeContent)).toEqual([
    "one two",
    "[image: image/png, 3 bytes]",
    "[a.ts: file:///w/a.ts]",
    "[file:///w/b.ts#L1]",
    "[content of an unknown kind]",
  ]);
  expect(BLOCKS.map(describeAttachment).slice(2, 4)).toEqual(["a.ts", "b.ts#L1"]);
});

it("joins the texts of a message", () => {
  expect(textOfBlocks([...BLOCKS, { type: "text", text: "!" }])).toBe("one\u001b[31m\ntwo!");
});
