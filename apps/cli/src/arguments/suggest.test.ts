import { expect, it } from "vitest";
import { suggest } from "./suggest.ts";

const known = ["agent", "approve", "add-dir", "config", "continue", "cwd", "format"];

it.each([
  ["agnet", "agent"],
  ["agents", "agent"],
  ["aprove", "approve"],
  ["adddir", "add-dir"],
  ["form", "format"],
  ["cont", "continue"],
  ["cdw", "cwd"],
])("takes %s for %s", (typed, meant) => {
  expect(suggest(typed, known)).toBe(meant);
});

it.each(["zebra", "x", "", "completely-different"])("makes nothing of %j", (typed) => {
  expect(suggest(typed, known)).toBeUndefined();
});
