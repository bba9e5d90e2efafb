import { expect, test } from "vitest";
import { shorten, toTitle } from "./shorten.ts";

test.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc…"],
  ["ab🙂", 3, "ab…"],
])("%j in %i characters is %j", (text, charsMax, expected) => {
  expect(shorten(text, charsMax)).toBe(expected);
});

test.each([
  ["  one\n two ", "one two"],
  ["one two three four", "one two…"],
  ["onetwothreefour", "onetwothr…"],
  [`one two ${"x".repeat(1_000)}`, "one two…"],
  [" \n ", undefined],
])("the title of %j is %j", (text, expected) => {
  expect(toTitle(text, 10)).toBe(expected);
});
