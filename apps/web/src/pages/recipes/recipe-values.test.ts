import { expect, it } from "vitest";
import { findProblem, initialValue, toParameters, type Parameter } from "./recipe-values.ts";

const PARAMETERS: readonly Parameter[] = [
  { key: "name", inputType: "string", requirement: "required" },
  { key: "count", inputType: "number", requirement: "optional" },
  { key: "loud", inputType: "boolean" },
  { key: "tone", inputType: "select", options: ["kind", "dry"], default: "dry" },
];

it("starts with defaults, the first option, and no", () => {
  expect(PARAMETERS.map(initialValue)).toEqual(["", "", "false", "dry"]);
  expect(initialValue({ key: "x", inputType: "select", options: ["a", "b"] })).toBe("a");
});

it("says what is missing or is not a number", () => {
  const values = { name: " ", count: "", loud: "false", tone: "dry" };
  expect(findProblem(PARAMETERS, values)).toBe("name is required.");
  expect(findProblem(PARAMETERS, { ...values, name: "Ann", count: "many" })).toBe("count is not a number.");
  expect(findProblem(PARAMETERS, { ...values, name: "Ann" })).toBeUndefined();
});

it("gives values with their types, and leaves empty ones out", () => {
  const values = { name: " Ann ", count: "3", loud: "true", tone: "" };
  expect(toParameters(PARAMETERS, values)).toEqual({ name: "Ann", count: 3, loud: true });
});
