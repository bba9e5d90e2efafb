import { describe, expect, it } from "vitest";
import { excerptAround, splitQuery } from "./search.ts";

it.each([
  ["", []],
  ["  one\ttwo ", ["one", "two"]],
  ['say "two words" twice', ["say", "two words", "twice"]],
  ['"never closed at all', ["never closed at all"]],
  ['"" x""y', ["x", "y"]],
  ['" as it stands "', [" as it stands "]],
])("%j asks for %j", (query, phrases) => {
  expect(splitQuery(query)).toEqual(phrases);
});

describe("an excerpt", () => {
  it("has some text on both sides of the match", () => {
    const found = excerptAround("the quick brown fox", { start: 10, end: 15 }, 4);
    expect(found).toEqual({ excerpt: "…ick brown fox", start: 5, end: 10 });
    expect(found.excerpt.slice(found.start, found.end)).toBe("brown");
  });

  it("is the whole text if that is short", () => {
    expect(excerptAround("a b", { start: 2, end: 3 }, 10)).toEqual({ excerpt: "a b", start: 2, end: 3 });
  });

  it("cuts no character in half", () => {
    expect(excerptAround("🙂🙂x🙂🙂", { start: 4, end: 5 }, 3).excerpt).toBe("…🙂x🙂…");
  });
});
