import { expect, test } from "vitest";
import { toTitle } from "./prompt-title.ts";

test.each([
  ["  one\n two ", "one two"],
  ["one two three four", "one two…"],
  ["onetwothreefour", "onetwothr…"],
  [`one two ${"x".repeat(1_000)}`, "one two…"],
  [" \n ", undefined],
])("the title of %j is %j", (text, expected) => {
  expect(toTitle(text, 10)).toBe(expected);
});
