import { describe, expect, it } from "vitest";
import { bigWordStart, lineEnd, lineStart, wordEnd, wordStart } from "./word-places.ts";

/** The text with `|` where the cursor comes to, from where `^` is. */
function move(find: (text: string, from: number) => number, marked: string): string {
  const text = marked.replace("^", "");
  const at = find(text, marked.indexOf("^"));
  return `${text.slice(0, at)}|${text.slice(at)}`;
}

describe("the start of a word", () => {
  it.each([
    ["^", "|"],
    ["one two^", "one |two"],
    ["one two  ^", "one |two  "],
    ["one (two)^", "one (|two)"],
    ["one t^wo", "one |two"],
    ["one ^two", "|one two"],
    ["(( ^", "|(( "],
    ["a über_9^", "a |über_9"],
    ["a e\u0301te\u0301^", "a |e\u0301te\u0301"],
    ["a 𝒳𝒴^", "a |𝒳𝒴"],
    ["a 👍^", "|a 👍"],
  ])("from %j is %j", (marked, expected) => {
    expect(move(wordStart, marked)).toBe(expected);
  });
});

describe("the end of a word", () => {
  it.each([
    ["^", "|"],
    ["^one two", "one| two"],
    ["one^ (two) x", "one (two|) x"],
    ["one^ ))", "one ))|"],
    ["^𝒳𝒴 a", "𝒳𝒴| a"],
    ["^👍 a", "👍 a|"],
  ])("from %j is %j", (marked, expected) => {
    expect(move(wordEnd, marked)).toBe(expected);
  });
});

it.each([
  ["rm -rf ./a-b  ^", "rm -rf |./a-b  "],
  ["one\n./two^", "one\n|./two"],
  ["👍👍^", "|👍👍"],
  ["  ^", "|  "],
])("what stands between spaces before %j starts at %j", (marked, expected) => {
  expect(move(bigWordStart, marked)).toBe(expected);
});

it.each([
  ["^", "|", "|"],
  ["one^", "|one", "one|"],
  ["a\nb^c\nd", "a\n|bc\nd", "a\nbc|\nd"],
  ["a\n^\nb", "a\n|\nb", "a\n|\nb"],
  ["^\na", "|\na", "|\na"],
  ["a^\nb", "|a\nb", "a|\nb"],
  ["a\n^", "a\n|", "a\n|"],
])("the line around %j starts at %j and ends at %j", (marked, start, end) => {
  expect(move(lineStart, marked)).toBe(start);
  expect(move(lineEnd, marked)).toBe(end);
});
