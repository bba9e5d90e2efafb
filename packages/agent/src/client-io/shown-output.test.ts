import { describe, expect, it } from "vitest";
import { fenced } from "../text/markdown.ts";
import { SHOWN_OUTPUT_CHARS_MAX } from "../limits.ts";
import { showOutput, toPlainText } from "./shown-output.ts";

describe("an output as plain text", () => {
  it.each([
    ["\u001B[1;31mred\u001B[0m", "red"],
    ["\u001B]8;;http://x\u0007link\u001B]8;;\u0007", "link"],
    ["a\r\nb\r\n", "a\nb\n"],
    ["10%\r50%\r100%\n", "100%\n"],
    ["working\r", "working"],
    ["\u0007bell\b\0\ttab", "bell\ttab"],
    ["ünïcödé 🎉", "ünïcödé 🎉"],
    ["", ""],
  ])("%j is %j", (output, expected) => {
    expect(toPlainText(output)).toBe(expected);
  });
});

describe("an output in a code block", () => {
  it("has a fence that is in none of its lines", () => {
    expect(fenced("```\n````")).toBe("`````\n```\n````\n`````");
  });

  it("is the end of what is long, and nothing for nothing", () => {
    const [shown] = showOutput("line\n".repeat(SHOWN_OUTPUT_CHARS_MAX));
    expect(shown).toMatchObject({ content: { text: expect.stringMatching(/^```\n…\nline\n/) } });
    expect(JSON.stringify(shown).length).toBeLessThan(SHOWN_OUTPUT_CHARS_MAX * 2);
    expect(showOutput(" \n\u001B[0m\n")).toEqual([]);
  });
});
