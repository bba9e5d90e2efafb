import { expect, test } from "vitest";
import { splitFrontMatter } from "./front-matter.ts";

test("splits fields from text with any line endings", () => {
  const split = { head: "a: 1\nb: 2\n", body: "Text\n\n---\nmore\n", isUnclosed: false };
  const text = "---\na: 1\nb: 2\n---\nText\n\n---\nmore\n";
  expect(splitFrontMatter(text)).toEqual(split);
  expect(splitFrontMatter(`\uFEFF${text.replaceAll("\n", "\r\n")}`)).toEqual(split);
  expect(splitFrontMatter(text.replace("---\n", "--- \t\n"))).toEqual(split);
});

test("distinguishes a missing, an empty and an unclosed front matter", () => {
  expect(splitFrontMatter("Text\n---\n")).toEqual({ head: undefined, body: "Text\n---\n", isUnclosed: false });
  expect(splitFrontMatter("---\n---")).toEqual({ head: "", body: "", isUnclosed: false });
  expect(splitFrontMatter("---\na: 1\n----\n")).toMatchObject({ head: undefined, isUnclosed: true });
  expect(splitFrontMatter("----\na: 1\n---\n")).toMatchObject({ head: undefined, isUnclosed: false });
});
