import { cpuMsOf } from "@parley/test-support";
import { expect, it } from "vitest";
import { matchesTool } from "./tool-pattern.ts";

it.each([
  ["edit", "edit", true],
  ["edit", "edits", false],
  ["edit", "Edit", false],
  ["*", "", true],
  ["*", "anything", true],
  ["mcp__*", "mcp__github__issue", true],
  ["mcp__*__delete_*", "mcp__github__delete_issue", true],
  ["mcp__*__delete_*", "mcp__github__remove", false],
  ["*issue", "mcp__issue__issue", true],
  ["rea?", "read", true],
  ["rea?", "rea", false],
  ["a.c", "abc", false],
  ["", "x", false],
  ["**x**", "x", true],
])("%s and %s: %s", (pattern, name, expected) => {
  expect(matchesTool(pattern, name)).toBe(expected);
});

it("is not slowed down by a malicious pattern", () => {
  expect(cpuMsOf(() => expect(matchesTool(`${"*a".repeat(100)}b`, "a".repeat(2_000))).toBe(false))).toBeLessThan(5_000);
});
