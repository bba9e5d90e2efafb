import { cpuMsOf } from "@parley/test-support";
import { expect, it } from "vitest";
import { checkElicitationAnswer } from "./check-answer.ts";

function check(pattern: string, value: string): string | undefined {
  return checkElicitationAnswer({ properties: { field: { type: "string", pattern } } }, { field: value })?.problem;
}

it("matches the pattern of a text, unless the pattern is broken", () => {
  expect(check("^[a-z]+$", "abc")).toBeUndefined();
  expect(check("^[a-z]+$", "ABC")).toBe("must match ^[a-z]+$");
  expect(check("(broken", "x")).toBeUndefined();
});

it("is not held up by a pattern that was made to take long", () => {
  expect(cpuMsOf(() => expect(check("^(a+)+$", `${"a".repeat(40)}!`)).toBeUndefined())).toBeLessThan(5_000);
});
