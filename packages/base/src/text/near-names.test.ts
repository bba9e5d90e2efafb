import { describe, expect, it } from "vitest";
import { editDistance, findNearestName, findNearNames } from "./near-names.ts";

const known = ["agent", "approve", "add-dir", "config", "continue", "cwd", "format"];

describe("the nearest name", () => {
  it.each([
    ["agnet", "agent"],
    ["agents", "agent"],
    ["Agent", "agent"],
    ["aprove", "approve"],
    ["adddir", "add-dir"],
    ["form", "format"],
    ["cont", "continue"],
    ["cdw", "cwd"],
  ])("%s is %s", (typed, meant) => {
    expect(findNearestName(typed, known)).toBe(meant);
  });

  it.each(["zebra", "x", "", "completely-different", "x".repeat(1_000)])("%.30j has none", (typed) => {
    expect(findNearestName(typed, known)).toBeUndefined();
  });
});

it("finds several, the most similar first", () => {
  expect(findNearNames("review", ["reviews", "reviewer", "preview", "git:review", "plan"])).toEqual([
    "reviewer",
    "reviews",
    "git:review",
  ]);
});

it.each([
  ["", "abc", 3],
  ["same", "same", 0],
  ["ab", "ba", 1],
  ["kitten", "sitting", 3],
])("%s and %s differ by %i", (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
  expect(editDistance(other, one)).toBe(distance);
});
