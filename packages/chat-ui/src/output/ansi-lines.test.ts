import { expect, it } from "vitest";
import { OUTPUT_CHARS_MAX } from "../limits.ts";
import { toOutputLines } from "./ansi-lines.ts";

const texts = (text: string) => toOutputLines(text).lines.map((line) => line.map((run) => run.text).join(""));

it("keeps colours as names, and drops everything else that a terminal would obey", () => {
  const { lines } = toOutputLines("\u001b[1;31mFAIL\u001b[0m a\u001b[2J\u001b]0;title\u0007b\n\u001b[32mok\u001b[0m");
  expect(lines).toEqual([
    [
      { text: "FAIL", looks: ["red", "bold"] },
      { text: " a", looks: [] },
      { text: "b", looks: [] },
    ],
    [{ text: "ok", looks: ["green"] }],
  ]);
});

it("shows the last state of a line that was written again", () => {
  expect(texts("10 %\r50 %\r100 %\r\ndone\n")).toEqual(["100 %", "done"]);
});

it("looks only at the end of a large output, from the start of a line", () => {
  const { lines, isCut } = toOutputLines(`${"x".repeat(OUTPUT_CHARS_MAX)}\nlast\n`);
  expect([lines.length, isCut]).toEqual([1, true]);
});

it("is empty for an empty output", () => {
  expect(texts("")).toEqual([]);
});
