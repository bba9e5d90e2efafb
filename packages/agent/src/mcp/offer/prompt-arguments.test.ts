import { describe, expect, it } from "vitest";
import { parsePromptValues } from "./prompt-arguments.ts";

const argument = (name: string, isRequired = true) => ({ name, description: undefined, isRequired });
const declared = [argument("name"), argument("tone", false)];

describe("parsePromptValues", () => {
  it.each([
    ["Ann", { name: "Ann" }],
    ["  Ann   loud ", { name: "Ann", tone: "loud" }],
    ['"Ann Lee" loud', { name: "Ann Lee", tone: "loud" }],
    ["'Ann \"Lee\"' loud", { name: 'Ann "Lee"', tone: "loud" }],
    ['"a \\"b\\" \\\\ c"', { name: 'a "b" \\ c' }],
    ["tone=loud Ann", { tone: "loud", name: "Ann" }],
    ['name="Ann Lee"', { name: "Ann Lee" }],
    ["name=", { name: "" }],
    ["a=b", { name: "a=b" }],
    ["Ann very loud indeed", { name: "Ann", tone: "very loud indeed" }],
    ["it's", { name: "it's" }],
    ['half " open', { name: "half", tone: '" open' }],
  ])("reads %j", (typed, values) => {
    expect(parsePromptValues(typed, declared)).toEqual({ values });
  });

  it("assigns the unchanged rest to the last one", () => {
    expect(parsePromptValues('say  "hi"  to all', [argument("what")])).toEqual({
      values: { what: 'say  "hi"  to all' },
    });
  });

  it("says which are missing", () => {
    expect(parsePromptValues("", declared)).toEqual({ missing: ["name"] });
    expect(parsePromptValues("tone=x", declared)).toEqual({ missing: ["name"] });
    expect(parsePromptValues("x", [argument("a"), argument("b"), argument("c")])).toEqual({ missing: ["b", "c"] });
  });

  it("says what is left over", () => {
    expect(parsePromptValues("a b", [])).toEqual({ tooMany: ["a", "b"] });
    expect(parsePromptValues("name=a tone=b c", declared)).toEqual({ tooMany: ["c"] });
  });

  it("does not mind names of the language", () => {
    expect(parsePromptValues("__proto__=x", [argument("__proto__")])).toEqual({
      values: Object.fromEntries([["__proto__", "x"]]),
    });
    expect(parsePromptValues("", [])).toEqual({ values: {} });
  });

  it("is quick with long and odd text", () => {
    const typed = `${'"'.repeat(50_000)}${"\\".repeat(50_000)}${"' ".repeat(50_000)}`;
    expect(parsePromptValues(typed, [argument("a")])).toHaveProperty("values");
  });
});
