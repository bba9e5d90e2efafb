import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PROPOSAL_CHARS_MAX } from "./limits.ts";
import { placeProposal } from "./place-proposal.ts";

const fits = (text: string): object => ({ state: "fits", text });
const misfit = (reason: string): object => ({ state: "misfit", reason });
const APPLIED = { state: "applied" };
const LINES = Array.from({ length: 20 }, (_, index) => `line ${index}\n`);

describe("a proposed change", () => {
  it.each([
    ["a new file", { newText: "a\n" }, undefined, fits("a\n")],
    ["a new file that is there", { newText: "a\n" }, "a\n", APPLIED],
    ["a new file where another one is", { oldText: null, newText: "a\n" }, "b\n", misfit("exists")],
    ["a new file where an empty one is", { newText: "a\n" }, "", fits("a\n")],
    ["a file that is gone", { oldText: "a\n", newText: "b\n" }, undefined, misfit("missing")],
    ["a whole file", { oldText: "a\n", newText: "b\n" }, "a\n", fits("b\n")],
    ["other line ends", { oldText: "a\nb\n", newText: "a\nc\n" }, "a\r\nb\r\n", fits("a\nc\n")],
    ["a part of a file", { oldText: "b", newText: "B" }, "a b c\n", fits("a B c\n")],
    ["a part that is there twice", { oldText: "b", newText: "B" }, "b b\n", misfit("ambiguous")],
    ["a part that was replaced", { oldText: "b", newText: "B" }, "a B c\n", APPLIED],
    ["a part that was added to", { oldText: "b", newText: "b and c" }, "a b and c\n", APPLIED],
    ["a part that is removed", { oldText: "a b", newText: "a" }, "x a b y\n", fits("x a y\n")],
    ["a part that was changed", { oldText: "b", newText: "B" }, "a x c\n", misfit("changed")],
    ["an insertion whose place is gone", { oldText: "x\ny\n", newText: "new\nx\ny\n" }, "a\n", misfit("changed")],
  ])("%s", (_, proposal, current, expected) => {
    expect(placeProposal(proposal, current)).toEqual(expected);
  });

  it("fits a file that was changed elsewhere, and not one that was changed there", () => {
    const oldText = LINES.join("");
    const newText = LINES.with(10, "TEN\n").join("");
    const elsewhere = LINES.with(0, "ZERO\n");
    expect(placeProposal({ oldText, newText }, elsewhere.join(""))).toEqual(fits(elsewhere.with(10, "TEN\n").join("")));
    expect(placeProposal({ oldText, newText }, elsewhere.with(10, "TEN\n").join(""))).toEqual(APPLIED);
    expect(placeProposal({ oldText, newText }, LINES.with(10, "mine\n").join(""))).toEqual(misfit("changed"));
  });

  it("is not compared if it is too large", () => {
    const newText = "x".repeat(PROPOSAL_CHARS_MAX + 1);
    expect(placeProposal({ newText }, undefined)).toEqual(misfit("too_large"));
  });

  it("replaces its part and nothing around it, and is applied then", () => {
    const linesOf = (...lines: readonly string[]): fc.Arbitrary<string> =>
      fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 6 }).map((all) => all.join(""));
    const around = linesOf("x\n", "y\n", "\n");
    fc.assert(
      fc.property(around, linesOf("a\n", "b\n"), linesOf("c\n", "d\n"), around, (head, oldText, newText, tail) => {
        const changed = head + newText + tail;
        expect(placeProposal({ oldText, newText }, head + oldText + tail)).toEqual(fits(changed));
        expect(placeProposal({ oldText, newText }, changed)).toEqual(APPLIED);
      }),
      { numRuns: 300 },
    );
  });
});
