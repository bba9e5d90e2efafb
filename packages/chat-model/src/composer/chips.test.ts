import { describe, expect, it } from "vitest";
import { CHIP_CHARS_MAX, CHIPS_MAX } from "../limits.ts";
import { describeChip, findMentionChips, toPromptBlocks, withChip, type AttachedChip } from "./chips.ts";
import { formatLineRange, isLineRange, parsePathWithLines } from "./line-range.ts";

const IMAGE: AttachedChip = { type: "image", name: "photo.png", mimeType: "image/png", data: "AAAA" };
const TEXT: AttachedChip = { type: "text", name: "pasted", uri: "parley:pasted", text: "hello" };

describe("chips", () => {
  it("are found in the text, with their lines", () => {
    const text = 'see @src/a.ts:10-20, @"b c.ts" and @d:0';
    const chips = findMentionChips(text);
    expect(chips.map(describeChip)).toEqual(["a.ts:10-20", "b c.ts", "d:0"]);
    expect(chips[0]).toEqual({ type: "mention", path: "src/a.ts", lines: { first: 10, last: 20 }, start: 4, end: 19 });
    expect(text.slice(4, 19)).toBe("@src/a.ts:10-20");
  });

  it("say how large they are", () => {
    expect([IMAGE, TEXT].map(describeChip)).toEqual(["photo.png, 3 bytes", "pasted, 5 bytes"]);
  });

  it("are limited in number and size", () => {
    const many = Array.from({ length: CHIPS_MAX }, () => IMAGE);
    expect(withChip([IMAGE], TEXT)).toEqual([IMAGE, TEXT]);
    expect(() => withChip(many, IMAGE)).toThrow("at most");
    expect(() => withChip([], { ...TEXT, text: "x".repeat(CHIP_CHARS_MAX + 1) })).toThrow("pasted is too large");
  });

  it("become blocks in the form that the agent accepts", () => {
    const all = { image: true, audio: true, embeddedContext: true };
    expect(toPromptBlocks("look", [IMAGE, TEXT], all)).toEqual([
      { type: "text", text: "look" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "resource", resource: { uri: "parley:pasted", text: "hello" } },
    ]);
    expect(toPromptBlocks("", [IMAGE, TEXT], undefined)).toEqual([
      { type: "text", text: '[image "photo.png", which this agent does not accept]' },
      { type: "text", text: "pasted:\nhello" },
    ]);
  });
});

describe("line ranges", () => {
  it("are parsed, checked and written", () => {
    expect(parsePathWithLines("a:1")).toEqual({ path: "a", lines: { first: 1, last: 1 } });
    expect(parsePathWithLines("c:\\a.ts:2-3")).toEqual({ path: "c:\\a.ts", lines: { first: 2, last: 3 } });
    expect([parsePathWithLines("a"), parsePathWithLines("a:"), parsePathWithLines(":1")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(
      [
        { first: 1, last: 1 },
        { first: 0, last: 1 },
        { first: 3, last: 2 },
      ].map(isLineRange),
    ).toEqual([true, false, false]);
    expect([formatLineRange({ first: 4, last: 4 }), formatLineRange({ first: 4, last: 5 })]).toEqual(["4", "4-5"]);
  });
});
