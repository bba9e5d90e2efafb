import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { traceLine } from "./trace-line.ts";

const lines = fc.array(fc.constantFrom("a", "b", "c", "d", ""), { maxLength: 30 });

/** Each with its end. */
const splitLines = (text: string): string[] => (text === "" ? [] : text.split(/(?<=\n)/));

describe("a line", () => {
  it("is followed to where it was, over lines that were added and removed before it", () => {
    const before = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
    const after = before.with(4, "FIVE").toSpliced(20, 2).toSpliced(10, 0, "new", "newer");
    const trace = (text: string): number | undefined =>
      traceLine(`${before.join("\n")}\n`, `${after.join("\n")}\n`, after.indexOf(text) + 1);
    expect(["line 1", "line 4", "line 6", "line 12", "line 40"].map(trace)).toEqual([1, 4, 6, 12, 40]);
    expect(["FIVE", "new", "newer"].map(trace)).toEqual([undefined, undefined, undefined]);
    expect(traceLine("", "one\n", 1)).toBeUndefined();
    expect(traceLine("same\n", "same\n", 1)).toBe(1);
  });

  it("has the same text in the older version, for any text", () => {
    fc.assert(
      fc.property(lines, lines, fc.boolean(), (olds, news, isEnded) => {
        const [before = "", after = ""] = [olds, news].map((text) => text.join("\n") + (isEnded ? "\n" : ""));
        for (const [index, text] of splitLines(after).entries()) {
          const found = traceLine(before, after, index + 1);
          expect(found === undefined ? text : splitLines(before)[found - 1]).toBe(text);
        }
      }),
      { numRuns: 300 },
    );
  });
});
