import { describe, expect, it } from "vitest";
import { firstDifference } from "./first-difference.ts";

const nest = (depth: number, value: unknown): unknown => {
  let nested = value;
  for (let index = 0; index < depth; index += 1) nested = { a: nested };
  return nested;
};

describe("the first difference", () => {
  it.each<[left: unknown, right: unknown]>([
    [1, 1],
    [null, null],
    [Number.NaN, Number.NaN],
    [[], []],
    [
      { a: 1, b: [2, { c: 3 }] },
      { b: [2, { c: 3 }], a: 1 },
    ],
    [{ a: undefined }, {}],
  ])("is none between %j and %j", (left, right) => {
    expect(firstDifference(left, right)).toBeUndefined();
  });

  it.each<[left: unknown, right: unknown, path: string, l: unknown, r: unknown]>([
    [1, "1", "", 1, "1"],
    [null, undefined, "", null, undefined],
    [[], {}, "", [], {}],
    [{ a: null }, {}, "a", null, undefined],
    [{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }, "a.b.1", 2, 3],
    [[1], [1, 2], "1", undefined, 2],
    [[1, 2], [1], "1", 2, undefined],
    [{ a: 1, b: 2 }, { a: 2, b: 3 }, "a", 1, 2],
    [{}, { z: 0 }, "z", undefined, 0],
  ])("between %j and %j is at %s", (left, right, path, l, r) => {
    expect(firstDifference(left, right)).toEqual({ path, left: l, right: r });
  });

  it("is not in a field that is not compared, wherever that is", () => {
    const ignored = new Set(["id"]);
    const [left, right] = [{ id: 1, list: [{ id: 2, a: 3 }] }, { list: [{ id: 4, a: 3 }] }];
    expect(firstDifference(left, right, { ignored })).toBeUndefined();
    expect(firstDifference(left, right)?.path).toBe("id");
  });

  it("is not in a text that was redacted, if such texts may be anything", () => {
    const [left, right] = [{ key: "sk-…" }, { key: "sk-real" }];
    expect(firstDifference(left, right, { isRedacted: true })).toBeUndefined();
    expect(firstDifference(right, left, { isRedacted: true })).toBeUndefined();
    expect(firstDifference(left, right)?.path).toBe("key");
    expect(firstDifference({ key: "a" }, { key: "b" }, { isRedacted: true })?.path).toBe("key");
  });

  it("is found deep inside, and not looked for without end", () => {
    expect(firstDifference(nest(100, 1), nest(100, 2))?.left).toBe(1);
    expect(firstDifference(nest(20_000, 1), nest(20_000, 2))).toBeUndefined();
  });
});
