import { describe, expect, it } from "vitest";
import { matchesGlob, parseGlob } from "./glob.ts";

function matches(pattern: string, name: string, ignoreCase = false): boolean {
  const glob = parseGlob(pattern);
  return glob !== undefined && matchesGlob(glob, name, ignoreCase);
}

describe("a pattern for a name", () => {
  it.each([
    ["", [""], ["a"]],
    ["a", ["a"], ["", "A", "aa", "b"]],
    ["*", ["", "a", ".a"], []],
    ["*.log", [".log", "a.log", "a.log.log"], ["a.log2", "log"]],
    ["a*b*c", ["abc", "aXbXc", "abcbc"], ["ab", "acb", "abcd"]],
    ["a**b", ["ab", "aXb"], ["a"]],
    ["?", ["a", "*"], ["", "ab"]],
    [String.raw`\*\?\[`, ["*?["], ["a?["]],
    ["[abc]", ["a", "c"], ["d", "", "ab"]],
    ["[a-c]x", ["ax", "cx"], ["dx", "-x"]],
    ["[!a-c]", ["d", "A"], ["a", "b", ""]],
    ["[^a-c]", ["d"], ["b"]],
    ["[]a]", ["]", "a"], ["b", "[]a]"]],
    ["[!]a]", ["b"], ["]", "a"]],
    ["[a-]", ["a", "-"], ["b"]],
    [String.raw`[\]]`, ["]"], ["\\"]],
    [String.raw`[\a-\c]`, ["b"], ["\\"]],
    ["[[:digit:]_]", ["7", "_"], ["a", ":", "["]],
    ["[![:space:]]", ["a"], [" ", "\t"]],
    ["[[:xdigit:][:punct:]]", ["F", "!"], ["g"]],
  ])("%s", (pattern, yes, no) => {
    expect(yes.filter((name) => !matches(pattern, name))).toEqual([]);
    expect(no.filter((name) => matches(pattern, name))).toEqual([]);
  });

  it.each(["[", "[a", "[]", "[!]", "a[b", "[[:digit:]", "[[:none:]]", "\\", "a\\", "[a-\\"])(
    "never matches if it is not complete: %s",
    (pattern) => {
      expect(parseGlob(pattern)).toBeUndefined();
    },
  );

  it("takes a moment, however many stars there are", () => {
    const [pattern, name] = [`${"a*".repeat(500)}b`, "a".repeat(5_000)];
    expect(matches(pattern, name)).toBe(false);
    expect(matches(pattern, `${name}b`)).toBe(true);
  });
});

describe("a pattern where capitals do not matter", () => {
  it.each([
    ["ReadMe*", ["README.md", "readme"], ["read"]],
    ["É", ["é"], ["e"]],
    ["[a-c]", ["A", "b"], ["D"]],
    ["[A-C]", ["a", "B"], ["d"]],
    ["[!a-c]", ["d", "D", "1"], ["a", "A", "c", "C"]],
    ["[!A]", ["b", "B"], ["a", "A"]],
    ["[^[:upper:]]", ["1"], ["a", "A"]],
  ])("%s", (pattern, yes, no) => {
    expect(yes.filter((name) => !matches(pattern, name, true))).toEqual([]);
    expect(no.filter((name) => matches(pattern, name, true))).toEqual([]);
  });
});
