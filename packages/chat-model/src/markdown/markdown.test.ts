import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BLOCK_CHARS_MAX, CODE_BLOCK_LINES_MAX } from "../limits.ts";
import { decodeCommonEntities } from "./decode-entities.ts";
import { MarkdownBlocks, type MarkdownBlock } from "./markdown-blocks.ts";
import type { BlockNode, InlineNode } from "./markdown-node.ts";
import { parseInline, parseMarkdown } from "./parse-markdown.ts";

const SAMPLE = `# Title
Some *text* with **bold**, \`code\`, [a link](https://example.com/x) &amp; more.

- one
- two
  - [x] nested

1. first
1. second

> quoted

| name | value |
|:-----|------:|
| a | 1 |

\`\`\`ts
const x = 1;
\`\`\`
---
<script>alert(1)</script>
`;

const text = (value: string): InlineNode => ({ type: "text", text: value });

describe("parseMarkdown", () => {
  it("knows every kind of block", () => {
    expect(parseMarkdown(SAMPLE).map(({ type, isApart }) => `${isApart ? "apart " : ""}${type}`)).toEqual([
      "apart heading",
      "paragraph",
      "apart list",
      "apart list",
      "apart quote",
      "apart table",
      "apart code",
      "rule",
      "html",
    ]);
  });

  it("knows emphasis, code and links", () => {
    expect(parseInline("*a* **b** ~~c~~ `d` [e](https://f) ![g](h)")).toEqual([
      { type: "emphasis", children: [text("a")] },
      text(" "),
      { type: "strong", children: [text("b")] },
      text(" "),
      { type: "strike", children: [text("c")] },
      text(" "),
      { type: "code", text: "d" },
      text(" "),
      { type: "link", href: "https://f", text: "e", children: [text("e")] },
      text(" "),
      { type: "image", href: "h", text: "g" },
    ]);
  });

  it("leaves HTML as text, but for a line break", () => {
    expect(parseMarkdown("<script>x</script>")).toEqual([{ type: "html", text: "<script>x</script>", isApart: false }]);
    expect(parseInline('a<br><img src="x">')).toEqual([text("a"), { type: "break" }, text('<img src="x">')]);
  });

  it("numbers a list that began elsewhere, and only that", () => {
    const [list] = parseMarkdown("1. a\n   1. b\n", { start: 7 });
    expect(list).toMatchObject({ type: "list", isOrdered: true, start: 7 });
    expect(JSON.stringify(list)).toContain('"start":1');
  });

  it("survives what is nested deeper than a stack", () => {
    expect(JSON.stringify(parseMarkdown(`${">".repeat(7_000)} x`))).toContain("x");
    expect(JSON.stringify(parseMarkdown(`${"> ".repeat(300)}x`))).toContain("x");
    expect(JSON.stringify(parseInline("[".repeat(5_000)))).toContain("[[[");
  });

  it("can be given the whole list of entities", () => {
    expect(parseInline("&zwnj;", { decodeEntities: () => "!" })).toEqual([text("!")]);
  });
});

it("decodes the entities that people write, and no control characters", () => {
  expect(decodeCommonEntities("a &amp;&lt;&#65;&#x1F600;&mdash; &unknown; &toString; & &amp")).toBe(
    "a &<A😀— &unknown; &toString; & &amp",
  );
  expect(decodeCommonEntities("&#27;&#x9b;&#xd800;&#x110000;")).toBe("\ufffd".repeat(4));
});

function nodesOf(blocks: readonly MarkdownBlock[]): BlockNode[] {
  return blocks.flatMap(({ nodes }) => nodes);
}

function streamed(chunks: readonly string[]): MarkdownBlocks {
  const blocks = new MarkdownBlocks();
  for (const chunk of chunks) {
    blocks.push(chunk);
    void blocks.open;
  }
  blocks.end();
  return blocks;
}

describe("MarkdownBlocks", () => {
  it("is the same, however the text is cut", () => {
    const whole = streamed([SAMPLE]).finished;
    expect(nodesOf(whole).map(({ type }) => type)).toContain("table");
    fc.assert(
      fc.property(fc.array(fc.nat(SAMPLE.length), { maxLength: 40 }), (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), SAMPLE.length];
        const chunks = places.slice(1).map((end, index) => SAMPLE.slice(places[index], end));
        expect(streamed(chunks).finished).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  it("parses only the open block again: finished ones stay the same objects", () => {
    const blocks = new MarkdownBlocks();
    blocks.push("First.\n\nSec");
    const { finished, open } = blocks;
    expect([finished.length, open?.nodes]).toEqual([
      1,
      [{ type: "paragraph", isApart: true, children: [text("Sec")] }],
    ]);
    expect(blocks.open).toBe(open);
    blocks.push("ond");
    expect(blocks.finished).toBe(finished);
    expect(blocks.open?.nodes).toEqual([{ type: "paragraph", isApart: true, children: [text("Second")] }]);
    blocks.push(".\n\n");
    expect(blocks.finished[0]).toBe(finished[0]);
    expect([blocks.finished.length, blocks.open, blocks.finished[1]?.id]).toEqual([2, undefined, open?.id]);
  });

  it("shows emphasis before its end has come", () => {
    const blocks = new MarkdownBlocks();
    blocks.push("a **bo");
    expect(blocks.open?.nodes).toMatchObject([{ children: [text("a "), { type: "strong", children: [text("bo")] }] }]);
  });

  it("finishes a long code block in parts", () => {
    const blocks = new MarkdownBlocks();
    const lines = Array.from({ length: CODE_BLOCK_LINES_MAX + 2 }, (_, index) => `line ${index}`);
    blocks.push(`\`\`\`ts\n${lines.join("\n")}`);
    expect(blocks.finished).toHaveLength(1);
    expect(blocks.open).toMatchObject({ isContinued: true, nodes: [{ type: "code", info: "ts" }] });
    blocks.push("\n```\n");
    expect(
      nodesOf(blocks.finished)
        .map((node) => (node.type === "code" ? node.text : ""))
        .join("\n"),
    ).toBe(lines.join("\n"));
    expect(blocks.open).toBeUndefined();
  });

  it("keeps the open block small when a paragraph or a line has no end", () => {
    const blocks = new MarkdownBlocks();
    for (let count = 0; count < 1_000; count += 1) blocks.push("some words that go on ");
    expect(JSON.stringify(blocks.open).length).toBeLessThan(BLOCK_CHARS_MAX + 1_000);
    expect(blocks.finished.length).toBeGreaterThan(0);
  });

  it("takes a text that grows, also when its beginning was cut off", () => {
    const blocks = new MarkdownBlocks();
    blocks.update("one\n\ntw");
    blocks.update("one\n\ntwo");
    blocks.update("one\n\ntwo");
    blocks.update("two\n\nthree", 5);
    blocks.end();
    expect(nodesOf(blocks.finished).map((node) => ("children" in node ? node.children : []))).toEqual([
      [text("one")],
      [text("two")],
      [text("three")],
    ]);
  });

  it("lets no escape sequence through, also one that is cut in two", () => {
    expect(JSON.stringify(streamed(["a\u001b", "[31mb\u001b]0;t", "itle\u0007c\n"]).finished)).toContain('"abc"');
  });
});
