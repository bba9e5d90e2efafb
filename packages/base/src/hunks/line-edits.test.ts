import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyLineEdits, toLineEdits } from "./line-edits.ts";

const text = fc
  .tuple(fc.array(fc.constantFrom("a\n", "b\n", "c\n", "\n"), { maxLength: 30 }), fc.constantFrom("", "end"))
  .map(([lines, end]) => lines.join("") + end);

describe("line edits", () => {
  it("lead from one text to the other", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applyLineEdits(before, toLineEdits(before, after))).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  it("leave lines alone that are the same", () => {
    expect(toLineEdits("a\nb\nc\nd\n", "a\nB\nc\nd\ne\n")).toEqual([
      { start: 1, end: 2, lines: ["B\n"] },
      { start: 4, end: 4, lines: ["e\n"] },
    ]);
    expect(toLineEdits("a\n", "a\n")).toEqual([]);
  });

  it("end a line that gets another one behind it", () => {
    expect(applyLineEdits("a", [{ start: 1, end: 1, lines: ["b"] }])).toBe("a\nb");
  });
});
