import { expect, it } from "vitest";
import { scoreMode, toPromptWords } from "./score.ts";

const mode = {
  title: "Test writer",
  description: "Writes tests for code",
  whenToUse: "Unit tests, coverage",
};
const scoreOf = (prompt: string, of = mode): number => Number(scoreMode(toPromptWords(prompt), of).value.toFixed(3));

it.each<[prompt: string, score: number, why: string]>([
  ["unit", 0.6, "when to use alone"],
  ["code", 0.3, "description alone"],
  ["tests", 0.9, "both"],
  ["unit tests", 0.75, "both words in the first, one in the second"],
  ["unit banana", 0.3, "half of the words"],
  ["banana", 0, "none"],
  ["", 0, "no words at all"],
  ["the and you", 0, "no words that count"],
  ["Ask the test-writer", 0.5, "one of three words, two of three, and its name"],
  ["latest writers", 0.15, "no name inside of other words"],
])("%j scores %d: %s", (prompt, score) => {
  expect(scoreOf(prompt)).toBe(score);
});

it("names the matching words of the prompt", () => {
  expect(scoreMode(toPromptWords("Unit coverage of this code, test writer"), mode).words).toEqual([
    "test writer",
    "unit",
    "coverage",
    "test",
    "code",
    "writer",
  ]);
});

it("scores nothing in a mode without texts", () => {
  expect(scoreOf("anything", { title: "", description: "", whenToUse: "" })).toBe(0);
});

it("judges a long prompt by its beginning", () => {
  const prompt = `Unit tests ${Array.from({ length: 100_000 }, (_, index) => `word${index}`).join(" ")}`;
  expect(toPromptWords(prompt).keywords).toHaveLength(40);
});
