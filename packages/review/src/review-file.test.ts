import { applyLineEdits, createHunks, splitLines } from "@parley/base/hunks";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hunkAt, hunksWithin, nextHunk } from "./find-hunk.ts";
import { reviewFile } from "./review-file.ts";
import { createChange, undoOpen, withState } from "./testing/changes.ts";

const LINES = Array.from({ length: 60 }, (_, index) => `line ${index + 1}\n`);
const BEFORE = LINES.join("");
/** Three hunks: one changes a line, one adds one, one removes one. */
const AFTER = LINES.with(4, "FIVE\n").with(29, "line 30\nADDED\n").with(54, "").join("");

const words = fc.constantFrom("a\n", "b\n", "c\n", "{\n", "}\n", "\n");
const text = fc
  .tuple(fc.array(words, { maxLength: 40 }), fc.constantFrom("", "end"))
  .map(([lines, end]) => lines.join("") + end);

/** Edits of a person: their lines are like no other. */
const edits = fc.array(fc.record({ at: fc.nat(60), removed: fc.nat(2), added: fc.nat(2) }), { maxLength: 6 });

function editByHand(current: string, made: readonly { at: number; removed: number; added: number }[]): string {
  const lines = splitLines(current);
  for (const [number, { at, removed, added }] of made.entries()) {
    const mine = Array.from({ length: added }, (_, index) => `mine ${number} ${index}\n`);
    // A line without an end stays the last one.
    const last = lines.at(-1)?.endsWith("\n") === false ? lines.length - 1 : lines.length;
    lines.splice(Math.min(at, last), Math.min(removed, Math.max(0, last - at)), ...mine);
  }
  return lines.join("");
}

describe("the review of a file", () => {
  it("is about the agent's hunks: without them the text is what it was before", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const change = createChange(before, after);
        const review = reviewFile(change, after);
        expect(review.base).toBe(before);
        expect(undoOpen(review, after)).toBe(before);
        expect(review.open.map(({ presence }) => presence)).toEqual(change.hunks.map(() => "intact"));
      }),
      { numRuns: 500 },
    );
  });

  it("ends when everything is kept: the text without what is open is the text", () => {
    fc.assert(
      fc.property(text, text, edits, (before, after, made) => {
        const current = editByHand(after, made);
        const change = createChange(before, after);
        const kept = withState(
          change,
          change.hunks.map(({ id }) => id),
          "kept",
        );
        expect(reviewFile(kept, current)).toMatchObject({ open: [], base: current });
      }),
      { numRuns: 300 },
    );
  });

  it("keeps and undoes hunks in any order with the same result", () => {
    fc.assert(
      fc.property(text, text, fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }), (before, after, choices) => {
        const change = createChange(before, after);
        const ids = change.hunks.map(({ id }) => id);
        const [kept, undone] = [ids.filter((_, index) => choices[index]), ids.filter((_, index) => !choices[index])];
        const undo = (from: string, id: string, of: typeof change): string =>
          applyLineEdits(from, reviewFile(of, from).open.find((hunk) => hunk.id === id)?.edits ?? []);
        const keptFirst = undone.reduce((now, id) => undo(now, id, withState(change, kept, "kept")), after);
        const undoneFirst = undone.toReversed().reduce((now, id) => undo(now, id, change), after);
        expect(keptFirst).toBe(undoneFirst);
        const ended = withState(withState(change, kept, "kept"), undone, "undone");
        expect(reviewFile(ended, keptFirst)).toMatchObject({ open: [], base: keptFirst, redoneByHand: [] });
      }),
      { numRuns: 300 },
    );
  });

  it("never loses a line that a person wrote, with any hunks undone", () => {
    fc.assert(
      fc.property(text, text, edits, (before, after, made) => {
        const current = editByHand(after, made);
        const mine = splitLines(current).filter((line) => line.startsWith("mine"));
        const review = reviewFile(createChange(before, after), current);
        const undone = splitLines(undoOpen(review, current));
        expect(undone.filter((line) => line.startsWith("mine"))).toEqual(mine);
        for (const hunk of review.open) expect(hunk.edits.length > 0).toBe(hunk.presence === "intact");
      }),
      { numRuns: 500 },
    );
  });

  it("follows hunks through edits elsewhere, and undoes them there", () => {
    const current = `top\n${AFTER.replace("line 40\n", "")}`;
    const review = reviewFile(createChange(BEFORE, AFTER), current);
    expect(review.open.map(({ start, end, presence }) => [start, end, presence])).toEqual([
      [5, 6, "intact"],
      [31, 32, "intact"],
      [55, 55, "intact"],
    ]);
    expect(undoOpen(review, current)).toBe(`top\n${BEFORE.replace("line 40\n", "")}`);
    expect(review.base).toBe(undoOpen(review, current));
  });

  it("marks a hunk whose lines were edited, and leaves it alone", () => {
    const current = AFTER.replace("FIVE", "five");
    const review = reviewFile(createChange(BEFORE, AFTER), current);
    expect(review.open[0]).toMatchObject({ presence: "edited", start: 4, end: 5, edits: [] });
    expect(review.base).toBe(BEFORE);
    expect(undoOpen(review, current)).toBe(BEFORE.replace("line 5\n", "five\n"));
  });

  it("notices hunks undone by hand, and hunks that came back", () => {
    const change = createChange(BEFORE, AFTER);
    const [first, second] = change.hunks.map(({ id }) => id);
    const review = reviewFile(change, AFTER.replace("FIVE", "line 5").replace("ADDED\n", ""));
    expect(review).toMatchObject({ undoneByHand: [first, second], redoneByHand: [], open: [{ number: 3 }] });
    const back = reviewFile(withState(change, [first ?? "", second ?? ""], "undone"), AFTER.replace("ADDED\n", ""));
    expect(back).toMatchObject({ undoneByHand: [], redoneByHand: [first] });
  });

  it("does not mind the line ends of the document", () => {
    const crlf = (one: string): string => one.replaceAll("\n", "\r\n");
    const review = reviewFile(createChange(crlf(BEFORE), crlf(AFTER)), AFTER);
    expect(review.base).toBe(BEFORE);
    expect(reviewFile(createChange(BEFORE, AFTER), crlf(AFTER)).base).toBe(BEFORE);
  });

  it("is about the whole of what an editor cannot show by lines", () => {
    const whole = { isByHunk: false, open: [] };
    expect(reviewFile({ ...createChange("", "new\n"), change: "added", before: null }, "new\n")).toMatchObject({
      ...whole,
      base: "",
    });
    expect(reviewFile(createChange("a\nb\n", "a\r\nB\r\n"), "a\r\nB\r\n")).toMatchObject({ ...whole, base: "a\nb\n" });
    const binary = { ...createChange("", ""), content: "binary", before: null, after: null } as const;
    expect(reviewFile(binary, "")).toMatchObject(whole);
    const kept = { ...createChange("a\n", "b\n"), change: "renamed", state: "kept" } as const;
    expect(reviewFile(kept, "b\n")).toMatchObject({ ...whole, base: "b\n" });
  });
});

describe("a hunk", () => {
  const { open } = reviewFile(createChange(BEFORE, AFTER), AFTER);

  it("is found at the cursor, in a range, and from there", () => {
    expect(open.map(({ start, end }) => [start, end])).toEqual([
      [4, 5],
      [30, 31],
      [55, 55],
    ]);
    expect([3, 4, 5, 30, 54, 55, 56].map((line) => hunkAt(open, line)?.number)).toEqual([
      undefined,
      1,
      undefined,
      2,
      3,
      3,
      undefined,
    ]);
    expect(hunksWithin(open, { start: 4, end: 31 }).map(({ number }) => number)).toEqual([1, 2]);
    expect(hunksWithin(open, { start: 55, end: 55 }).map(({ number }) => number)).toEqual([3]);
    expect(hunksWithin(open, { start: 5, end: 6 })).toEqual([]);
    expect([0, 4, 29, 30, 55].map((line) => nextHunk(open, line, "next")?.number)).toEqual([1, 2, 2, 3, 1]);
    expect([0, 4, 5, 30, 55].map((line) => nextHunk(open, line, "previous")?.number)).toEqual([3, 3, 1, 1, 2]);
    expect(nextHunk([], 3, "next")).toBeUndefined();
  });

  it("shows what it removed and where it added", () => {
    expect(open.map(({ added, removed }) => [added, removed])).toEqual([
      [[{ start: 4, end: 5 }], [{ at: 4, lines: ["line 5\n"] }]],
      [[{ start: 30, end: 31 }], []],
      [[], [{ at: 55, lines: ["line 55\n"] }]],
    ]);
    expect(createHunks(BEFORE, AFTER)).toHaveLength(3);
  });
});
