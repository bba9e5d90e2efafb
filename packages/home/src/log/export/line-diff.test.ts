import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDiff } from "./line-diff.ts";

const lines = (...all: readonly (string | number)[]): string => all.map((line) => `${line}\n`).join("");
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The text that a diff makes of another. */
function apply(text: string, diff: string): string {
  const olds = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const news: string[] = [];
  let next = 0;
  for (const line of diff === "" ? [] : diff.split("\n")) {
    const [, start, count] = /^@@ -(\d+),(\d+) \+\d+,\d+ @@$/.exec(line) ?? [];
    if (start !== undefined) {
      const first = count === "0" ? Number(start) : Number(start) - 1;
      news.push(...olds.slice(next, first));
      next = first;
      continue;
    }
    if (line[0] !== "+" && line.slice(1) !== olds[next]) throw new Error(`${line} is not line ${next} of the old text`);
    if (line[0] !== "+") next += 1;
    if (line[0] !== "-") news.push(line.slice(1));
  }
  return lines(...news, ...olds.slice(next));
}

describe("a diff", () => {
  it("shows changes with the lines around them", () => {
    expect(formatDiff(lines(...numbers(1, 20)), lines(...numbers(1, 9), "ten", ...numbers(11, 20)))).toBe(
      ["@@ -7,7 +7,7 @@", " 7", " 8", " 9", "-10", "+ten", " 11", " 12", " 13"].join("\n"),
    );
  });

  it("has a hunk for each place", () => {
    const diff = formatDiff(lines(...numbers(1, 30)), lines(0, ...numbers(1, 15), "x", ...numbers(16, 29)));
    expect(diff.match(/^@@.*$/gm)).toEqual(["@@ -1,3 +1,4 @@", "@@ -13,6 +14,7 @@", "@@ -27,4 +29,3 @@"]);
  });

  it.each([
    ["", "a\n", "@@ -0,0 +1,1 @@\n+a"],
    ["a\n", "", "@@ -1,1 +0,0 @@\n-a"],
    ["a\n", "a\n", ""],
    ["a", "b", "@@ -1,1 +1,1 @@\n-a\n+b"],
  ])("of %j and %j", (oldText, newText, expected) => {
    expect(formatDiff(oldText, newText)).toBe(expected);
  });

  it("is correct and minimal", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "", "d"), { maxLength: 25 }).map((all) => lines(...all));
    fc.assert(
      fc.property(text, text, (oldText, newText) => {
        const diff = formatDiff(oldText, newText);
        expect(apply(oldText, diff)).toBe(newText);
        const edits = diff.split("\n").filter((line) => /^[-+]/.test(line)).length;
        expect(edits).toBe(distance(oldText.split("\n"), newText.split("\n")));
      }),
      { numRuns: 300 },
    );
  });

  it("of very different texts is one change, and is computed quickly", () => {
    const [one, other] = [numbers(1, 5_000), numbers(1, 5_000).map((number) => (number % 7 === 0 ? number : -number))];
    const diff = formatDiff(lines(...one), lines(...other));
    expect(diff.match(/^@@/gm)).toHaveLength(1);
    expect(apply(lines(...one), diff)).toBe(lines(...other));
  });
});

/** Lines to take away and to add, by the book. */
function distance(olds: readonly string[], news: readonly string[]): number {
  let row = news.map((_, index) => index).concat(news.length);
  for (const [oldIndex, old] of olds.entries()) {
    const next = [oldIndex + 1];
    for (const [index, line] of news.entries()) {
      next.push(old === line ? (row[index] ?? 0) : Math.min(row[index + 1] ?? 0, next[index] ?? 0) + 1);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
