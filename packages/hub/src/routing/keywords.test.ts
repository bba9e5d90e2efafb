import { expect, it } from "vitest";
import { extractKeywords, isSameWord, toPlainWords } from "./keywords.ts";
import { STOP_WORDS } from "./stop-words.ts";

it("returns distinct meaningful words of at least three letters", () => {
  expect(extractKeywords("Fix the API, then FIX the db-query: API v2 für Größe!", 40)).toEqual([
    "fix",
    "api",
    "query",
    "für",
    "größe",
  ]);
  expect(extractKeywords("please, what would you do about it?", 40)).toEqual([]);
  expect(extractKeywords("one two three four", 2)).toEqual(["one", "two"]);
  expect(STOP_WORDS.size).toBeGreaterThanOrEqual(75);
});

it.each<[a: string, b: string, isSame: boolean]>([
  ["test", "test", true],
  ["test", "tests", true],
  ["testing", "test", true],
  ["api", "apis", true],
  ["rest", "restful", true],
  ["deploying", "deployed", true],
  ["vulnerability", "vulnerabilities", true],
  ["migrate", "migration", true],
  ["services", "servicing", true],
  ["design", "desert", false],
  ["form", "fork", false],
  ["contract", "contain", false],
  ["ab", "abc", false],
  ["test", "contest", false],
])("%s and %s: %s", (a, b, isSame) => {
  expect(isSameWord(a, b)).toBe(isSame);
  expect(isSameWord(b, a)).toBe(isSame);
});

it("returns only words, to search for a name", () => {
  expect(toPlainWords("  Ask the QA-engineer!\n")).toBe(" ask the qa engineer ");
  expect(toPlainWords("")).toBe("  ");
});
