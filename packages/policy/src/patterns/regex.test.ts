import { cpuMsOf } from "@parley/test-support";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PATH_CHARS_MAX } from "../limits.ts";
import { compileRegex, matchRegex } from "./regex.ts";

/** Undefined if it is refused. */
function test(source: string, text: string, isFolded = false): boolean | undefined {
  const compiled = compileRegex(source);
  return "expected" in compiled ? undefined : matchRegex(compiled.regex, text, isFolded);
}

/** Expressions of the kind that both we and JavaScript know. */
const source: fc.Arbitrary<string> = fc.letrec<{ node: string; item: string }>((tie) => ({
  item: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(
      "a",
      "b",
      "/",
      ".",
      "\\.",
      "\\d",
      "\\w",
      "\\W",
      "\\s",
      "[ab]",
      "[^a/]",
      "[a-c1]",
      "[\\d-]",
      "é",
      "-",
    ),
    fc.constantFrom("^", "$", "\\b", "\\B"),
    tie("node").map((node) => `(?:${node})`),
    fc
      .tuple(
        tie("node").map((node) => `(${node})`),
        fc.constantFrom("*", "+", "?", "*?", "{2}", "{0,2}", "{1,}"),
      )
      .map((parts) => parts.join("")),
  ),
  node: fc
    .array(fc.array(tie("item"), { maxLength: 3 }), { minLength: 1, maxLength: 2 })
    .map((choices) => choices.map((items) => items.join("")).join("|")),
})).node;
const text = fc.string({
  unit: fc.constantFrom("a", "b", "c", "/", ".", "1", " ", "-", "é", "\n", "😀"),
  maxLength: 8,
});

describe("a regular expression", () => {
  it("says what JavaScript says", () => {
    fc.assert(
      fc.property(
        source.filter((one) => one !== ""),
        text,
        (one, other) => {
          const said = test(one, other);
          fc.pre(said !== undefined);
          expect([one, other, said]).toEqual([one, other, new RegExp(one, "u").test(other)]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each<[source: string, text: string, isIn: boolean]>([
    [String.raw`\.md$`, "docs/a.md", true],
    [String.raw`\.md$`, "docs/a.mdx", false],
    ["^docs/", "docs/a", true],
    ["^docs/", "src/docs/a", false],
    [String.raw`^(src|test)/.*\.(ts|tsx)$`, "src/a/b.tsx", true],
    [String.raw`^(src|test)/.*\.(ts|tsx)$`, "lib/a/b.tsx", false],
    [String.raw`\x61\u0062[\]\\-]`, "ab]", true],
    ["a{3}", "aa", false],
    ["^a{2,3}$", "aaa", true],
    ["^a{2,3}$", "aaaa", false],
    ["^.$", "😀", true],
    ["[]", "a", false],
    ["[^]", "a", true],
  ])("%s in %s: %s", (one, other, isIn) => {
    expect(test(one, other)).toBe(isIn);
  });

  it("takes large letters for small ones only where a file system does", () => {
    expect([test("README", "readme"), test("README", "readme", true), test("É", "é", true)]).toEqual([
      false,
      true,
      true,
    ]);
    expect([test("[A-Z]", "é", true), test("^[^A-Z]$", "a", true)]).toEqual([false, false]);
  });

  it.each<[source: string, expected: RegExp]>([
    ["", /1 to/],
    ["a".repeat(2_000), /1 to/],
    ["(a", /a \) for every/],
    ["a)", /a \( for every/],
    ["[a", /a \] for every/],
    ["*a", /something to repeat/],
    ["^*", /something to repeat/],
    ["a**", /something to repeat/],
    ["a{x}", /\{n\}/],
    ["a{2,1}", /n no larger than m/],
    ["a{5000}", /numbers up to/],
    ["(?=a)", /look-around/],
    ["(?<!a)b", /look-around/],
    ["(?<name>a)", /look-around/],
    [String.raw`(a)\1`, /back references are not supported/],
    [String.raw`\p{L}`, /an escape such as/],
    [String.raw`\xg1`, /2 digits/],
    ["[z-a]", /from the lower/],
    [String.raw`[\d-z]`, /from the lower/],
    ["a\\", /after the last/],
    ["(".repeat(500) + ")".repeat(500), /nested/],
    ["((a{90}){90}){90}", /smaller/],
  ])("%s is refused", (one, expected) => {
    expect(compileRegex(one)).toEqual({ expected: expect.stringMatching(expected) });
  });

  it.each(["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(.*)*x", "^((a{0,9}){0,9})*$", "(x+x+)+y"])(
    "%s is done in a time that grows with the text alone",
    (one) => {
      // Going back would take longer than the universe has.
      expect(cpuMsOf(() => expect(test(one, `${"a".repeat(PATH_CHARS_MAX - 1)}!`)).toBe(false))).toBeLessThan(20_000);
    },
  );
});
