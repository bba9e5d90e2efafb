import { foldCase } from "@parley/base";
import { describe, expect, it } from "vitest";
import { EXCERPT_CHARS, EXCERPT_SOURCE_CHARS } from "../../limits.ts";
import { toExcerpt } from "./excerpt.ts";

/** The excerpt around the word, and what is marked in it. */
function excerptOf(text: string, word: string): { readonly excerpt: string; readonly marked: string } {
  const { excerpt, start, end } = toExcerpt(text, foldCase(text).indexOf(word), word);
  return { excerpt, marked: excerpt.slice(start, end) };
}

describe("an excerpt", () => {
  it.each([
    ["Fix the bug", "bug", "Fix the bug", "bug"],
    ["The BUG is here", "bug", "The BUG is here", "BUG"],
    ["one\ntwo\tthree\u0007four", "three", "one two three four", "three"],
    ["😀 İ bug", "bug", "😀 İ bug", "bug"],
    ["bug", "bug", "bug", "bug"],
  ])("of %j shows the match in one line", (text, word, excerpt, marked) => {
    expect(excerptOf(text, word)).toEqual({ excerpt, marked });
  });

  it("says where more text is left out", () => {
    const { excerpt, marked } = excerptOf(`${"a ".repeat(500)}needle${" b".repeat(500)}`, "needle");
    expect(excerpt).toMatch(/^….*needle.*…$/);
    expect(marked).toBe("needle");
    expect(excerpt.length).toBeLessThanOrEqual(EXCERPT_CHARS * 2 + "needle".length + 2);
  });

  it("does not show a secret that the match is beside or in", () => {
    const secret = ["sk-ant", "api03", "abcdefghijklmnopqrstuvwxyz0123456789"].join("-");
    const beside = excerptOf(`the key is ${secret} thanks`, "key");
    expect(beside.excerpt).not.toContain("abcdefghijkl");
    expect(beside.marked).toBe("key");
    const inside = excerptOf(`the key is ${secret} thanks`, "mnopqr");
    expect(inside.excerpt).not.toContain("mnopqr");
    expect(inside.marked).toBe("…");
  });

  it("knows a secret by a name that is too far away to be shown", () => {
    const { excerpt } = excerptOf(`password="${"x".repeat(100)} hunter2 ${"y".repeat(100)}"`, "hunter2");
    expect(excerpt).not.toContain("hunter2");
  });

  it("reads a part of a very long text only", () => {
    const { excerpt, marked } = excerptOf(`${" ".repeat(EXCERPT_SOURCE_CHARS * 3)}needle`, "needle");
    expect(marked).toBe("needle");
    expect(excerpt.length).toBeLessThan(EXCERPT_CHARS * 2 + 20);
  });
});
