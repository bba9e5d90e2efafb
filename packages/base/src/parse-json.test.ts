import { describe, expect, it } from "vitest";
import { isNestedTooDeep, NESTING_MAX, parseJson } from "./parse-json.ts";

const lists = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

describe("parseJson", () => {
  it("gives what JSON.parse gives, up to the limit", () => {
    expect(parseJson('{"a":[1,"]"]}')).toEqual({ a: [1, "]"] });
    for (const text of [lists(NESTING_MAX), objects(NESTING_MAX)]) {
      expect(JSON.stringify(parseJson(text))).toBe(text);
    }
  });

  it("refuses JSON that is nested deeper, with an error that says so", () => {
    for (const text of [lists(NESTING_MAX + 1), objects(NESTING_MAX + 1), lists(100_000), `{"a":${lists(50_000)}}`]) {
      expect(() => parseJson(text)).toThrow(new SyntaxError("it is nested deeper than 1000 levels"));
    }
  });

  it("does not count brackets in strings or adjacent lists", () => {
    const flat = JSON.stringify(Array.from({ length: 5_000 }, () => [{}]));
    const texts = [flat, JSON.stringify("[".repeat(10_000)), JSON.stringify({ a: '\\"[{'.repeat(5_000) })];
    for (const text of texts)
      expect([isNestedTooDeep(text), JSON.stringify(parseJson(text)) === text]).toEqual([false, true]);
  });

  it("throws the error of JSON.parse for invalid JSON", () => {
    for (const text of ["{", '"', '"\\', `"${"\\".repeat(5_000)}`, "[".repeat(900)])
      expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});
