import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillTemplate, splitWords } from "./fill-template.ts";

describe("a template", () => {
  it.each([
    ["Fix $1 in $2.", "bug main.ts", "Fix bug in main.ts."],
    ["Fix $1 in $2.", "bug", "Fix bug in ."],
    ["All: $ARGUMENTS!", "a  b", "All: a  b!"],
    ["$2 $1 $2", `"a b" 'c d'`, "c d a b c d"],
    ["$1", String.raw`"say \"hi\""`, 'say "hi"'],
    ["Costs $10 and $ARGUMENTSX, $0 $", "x", "Costs $10 and $ARGUMENTSX, $0 $\n\nx"],
    ["No place.", "but this", "No place.\n\nbut this"],
    ["No place.", "", "No place."],
    ["$ARGUMENTS|$1", "$1 $ARGUMENTS", "$1 $ARGUMENTS|$1"],
    ["$1", "$& $` $'", "$&"],
  ])("%j with %j", (template, typed, expected) => {
    expect(fillTemplate(template, typed)).toBe(expected);
  });

  it("contains everything that was typed", () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        expect(fillTemplate("Do $ARGUMENTS.", typed)).toBe(`Do ${typed}.`);
      }),
    );
  });
});

describe("words", () => {
  it.each([
    ["", []],
    ["a b\tc\nd", ["a", "b", "c", "d"]],
    [`"a b`, ['"a', "b"]],
    [`it's 'not so' bad`, ["it's", "not so", "bad"]],
    [`"" ''`, ["", ""]],
    [`a"b c"d`, ['a"b', 'c"d']],
  ])("of %j", (typed, expected) => {
    expect(splitWords(typed)).toEqual(expected);
  });
});
