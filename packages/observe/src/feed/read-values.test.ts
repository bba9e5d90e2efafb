import { describe, expect, it } from "vitest";
import { TEXT_CHARS_MAX } from "../limits.ts";
import { idOf, listOf, numberOf, objectOf, textOf, textsOf } from "./read-values.ts";

const LONG = "x".repeat(TEXT_CHARS_MAX + 1);
const WRONG = [undefined, null, 7, true, {}, [], ["a"]];

describe("a value from another process", () => {
  it("is a text, cut at the limit, or nothing", () => {
    expect(textOf("")).toBe("");
    expect(textOf(LONG)).toHaveLength(TEXT_CHARS_MAX);
    expect(textOf("abc", 2)).toBe("ab");
    expect(WRONG.map((value) => textOf(value))).toEqual(WRONG.map(() => undefined));
  });

  it("is an id only as a whole", () => {
    expect(idOf("a")).toBe("a");
    expect(idOf(LONG.slice(1))).toHaveLength(TEXT_CHARS_MAX);
    expect([LONG, ...WRONG].map(idOf)).toEqual([LONG, ...WRONG].map(() => undefined));
  });

  it.each([
    [7, 7],
    [-0.5, -0.5],
    [Number.NaN, 3],
    [-Infinity, 3],
    ["7", 3],
    [null, 3],
  ])("%j is the number %j", (value, expected) => {
    expect(numberOf(value, 3)).toBe(expected);
    expect(numberOf({})).toBe(0);
  });

  it("is an object and no list", () => {
    expect(objectOf({ a: 1 })).toEqual({ a: 1 });
    expect([null, [], "a", undefined].map(objectOf)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe("a list from another process", () => {
  const read = ({ n }: { readonly [name: string]: unknown }): number | undefined =>
    typeof n === "number" ? n : undefined;

  it("has its last items, without those that cannot be read", () => {
    const items = [{ n: 1 }, { n: 2 }, "x", null, [3], { n: "4" }, { n: 5 }];
    expect(listOf(items, 100, read)).toEqual([1, 2, 5]);
    expect(listOf(items, 6, read)).toEqual([2, 5]);
    expect(listOf(items, 1, read)).toEqual([5]);
  });

  it("has its first texts, without those that are too long", () => {
    expect(textsOf(["a", "bbb", 7, null, "", "cc"], 100, 2)).toEqual(["a", "", "cc"]);
    expect(textsOf(["a", "b", "c"], 2, 9)).toEqual(["a", "b"]);
  });

  it("is empty if the value is not a list", () => {
    for (const value of [undefined, null, "abc", { length: 2, 0: {} }]) {
      expect(listOf(value, 9, read)).toEqual([]);
      expect(textsOf(value, 9, 9)).toEqual([]);
    }
  });
});
