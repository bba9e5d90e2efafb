import { cpuMsOf } from "@parley/test-support";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHunks, revertHunks } from "./create-hunks.ts";
import { EDITED_LINES_MAX } from "../limits.ts";

const line = fc.constantFrom("a\n", "b\n", "c\n", "a\r\n", "\n", "\\ x\n", "-\n", "+d\n", " e\n", "é😀\n", "x\ry\n");
const text = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom("", "end", "\r", "a\r"))
  .map(([lines, end]) => lines.join("") + end);

describe("hunks", () => {
  it("add up: undoing all of them gives the old text, undoing none gives the new text", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const hunks = createHunks(before, after);
        expect(revertHunks(after, hunks, true)).toBe(before);
        expect(revertHunks(after, [], true)).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  it("can be taken back one after the other, in any order, wherever the others moved them", () => {
    const numbered = Array.from({ length: 60 }, (_, index) => `line ${index}\n`);
    const edit = fc.record({ at: fc.integer({ min: 0, max: 59 }), text: fc.constantFrom("", "new\n", "new\nnewer\n") });
    const edits = fc.uniqueArray(edit, { maxLength: 8, selector: ({ at }) => at });
    fc.assert(
      fc.property(edits, fc.infiniteStream(fc.nat()), (made, picks) => {
        const before = numbered.join("");
        const after = numbered.map((old, index) => made.find(({ at }) => at === index)?.text ?? old).join("");
        const hunks = createHunks(before, after);
        let now: string | undefined = after;
        while (hunks.length > 0) {
          const [hunk] = hunks.splice((picks.next().value ?? 0) % hunks.length, 1);
          now = hunk === undefined || now === undefined ? now : revertHunks(now, [hunk], false);
        }
        expect(now).toBe(before);
      }),
      { numRuns: 300 },
    );
  });

  it("are not undone where their lines are missing or occur twice", () => {
    const before = "a\nb\nc\nd\ne\nf\ng\n";
    const after = "a\nb\nc\nX\ne\nf\ng\n";
    const hunks = createHunks(before, after);
    expect(revertHunks(after, hunks, false)).toBe(before);
    expect(revertHunks(`more\n${after}`, hunks, false)).toBe(`more\n${before}`);
    expect(revertHunks(before, hunks, false)).toBeUndefined();
    expect(revertHunks(after.repeat(2), hunks, false)).toBeUndefined();
    expect(revertHunks("", hunks, false)).toBeUndefined();
  });

  it("are one for texts that have nothing in common, in no time", () => {
    const count = EDITED_LINES_MAX * 5;
    const make = (name: string): string =>
      `same\n${Array.from({ length: count }, (_, index) => `${name} ${index}\n`).join("")}end`;
    let hunks: ReturnType<typeof createHunks> = [];
    expect(
      cpuMsOf(() => {
        hunks = createHunks(make("old"), make("new"));
      }),
    ).toBeLessThan(5_000);
    expect(hunks).toHaveLength(1);
    expect(hunks[0]).toMatchObject({ oldStart: 1, oldLines: count + 2, newStart: 1, newLines: count + 2 });
    expect(revertHunks(make("new"), hunks, true)).toBe(make("old"));
  });
});
