import { cpuMsOf } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { toCode, toFenced, toFolded, toInline, toMarkdownText } from "./markdown-text.ts";

describe("untrusted text in Markdown", () => {
  it.each([
    ["a < b and <b>", "a < b and &lt;b>"],
    ["`<b>` and <b>", "`<b>` and &lt;b>"],
    ["``a ` <b>`` <b> `x", "``a ` <b>`` &lt;b> `x"],
    ["` <b>", "` &lt;b>"],
    ["<!-- hidden", "&lt;!-- hidden"],
    ["```html\n<b>\n```\n<b>", "```html\n<b>\n```\n&lt;b>"],
    ["```\n<b>", "```\n<b>\n```"],
    ["~~~~\n~~~\n<b>", "~~~~\n~~~\n<b>\n~~~~"],
    ["```\n``` x\n<b>\n````\n<b>", "```\n``` x\n<b>\n````\n&lt;b>"],
    ["``` a`b\n<b>", "``` a`b\n&lt;b>"],
    ["one\r\ntwo", "one\ntwo"],
  ])("%j", (text, expected) => {
    expect(toMarkdownText(text)).toBe(expected);
  });

  it.each([
    ["", "```\n```"],
    ["a", "```\na\n```"],
    ["a\n", "```\na\n```"],
    ["```", "````\n```\n````"],
    ["a ````` b", "``````\na ````` b\n``````"],
  ])("%j in a fence", (text, expected) => {
    expect(toFenced(text)).toBe(expected);
  });

  it.each([
    ["a", "`a`"],
    ["a`b", "``a`b``"],
    ["`a", "`` `a ``"],
    ["a\nb", "`a b`"],
    ["", "`  `"],
  ])("%j as code", (text, expected) => {
    expect(toCode(text)).toBe(expected);
  });

  it("stays on its line and inside its details element", () => {
    expect(toInline("a\n# *b* [c](d) <e>")).toBe(String.raw`a # \*b\* \[c\](d) \<e\>`);
    expect(toFolded("a\n</summary>", "b")).toBe("<details>\n<summary>a &lt;/summary&gt;</summary>\n\nb\n\n</details>");
  });

  it("takes time linear in its length", () => {
    expect(
      cpuMsOf(() => {
        for (const text of ["`".repeat(200_000), "` ".repeat(100_000), "`` ` ".repeat(50_000), "<a".repeat(100_000)])
          toMarkdownText(text);
      }),
    ).toBeLessThan(5_000);
  });
});
