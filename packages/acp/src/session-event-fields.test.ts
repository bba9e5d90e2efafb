import { describe, expect, it } from "vitest";
import type { Decoder } from "./decode-trail.ts";
import { count, fieldsOf, flag, listOf, nullable, number, optional, text, time } from "./session-event-fields.ts";

const isGood = (decode: Decoder<unknown>, value: unknown): boolean => decode(value).ok;

describe("a field of an event", () => {
  it.each<[name: string, decode: Decoder<unknown>, good: unknown[], wrong: unknown[]]>([
    ["text", text, ["", "é"], [7, null, undefined, ["a"], new String("a")]],
    ["a number", number, [0, -1.5, 1e300], [Number.NaN, Infinity, "1", null]],
    ["a count", count, [0, 2 ** 53 - 1], [-1, 1.5, 2 ** 53, "1", null]],
    ["a time", time, [0, 1_700_000_000_000], [Number.NaN, 1e300, "2020-01-01", null]],
    ["a flag", flag, [true, false], [0, "true", null, undefined]],
    ["one that may be null", nullable(count), [null, undefined, 3], ["3", -1]],
    ["one that may be absent", optional(text), [null, undefined, ""], [7, false]],
    ["a list", listOf(text), [[], ["a"]], [{}, "a", ["a", 7], [null], { length: 0 }]],
  ])("that is %s", (_, decode, good, wrong) => {
    expect(good.map((value) => isGood(decode, value))).toEqual(good.map(() => true));
    expect(wrong.map((value) => isGood(decode, value))).toEqual(wrong.map(() => false));
  });

  it("that is absent is null or undefined, as its decoder says", () => {
    expect(nullable(text)(undefined)).toEqual({ ok: true, value: null, repairs: [] });
    expect(optional(text)(null)).toEqual({ ok: true, value: undefined, repairs: [] });
  });
});

describe("the fields of an object", () => {
  const decode = fieldsOf<{ a: string; b?: number | undefined; list: readonly { c: number }[] }>({
    a: text,
    b: optional(count),
    list: listOf(fieldsOf<{ c: number }>({ c: count })),
  });

  it("are decoded in place, and others are kept", () => {
    const value = { a: "x", b: null, list: [{ c: 1, more: 2 }], _meta: { d: 3 } };
    const result = decode(value);
    expect(result).toStrictEqual({
      ok: true,
      value: { a: "x", list: [{ c: 1, more: 2 }], _meta: { d: 3 } },
      repairs: [],
    });
  });

  it.each([
    [7, "", "object"],
    [null, "", "object"],
    [[], "", "object"],
    [{}, "/a", "string"],
    [{ a: "x", b: -1, list: [] }, "/b", "integer, 0 or more"],
    [{ a: "x", list: {} }, "/list", "array"],
    [{ a: "x", list: [{ c: 1 }, { c: "1" }] }, "/list/1/c", "integer, 0 or more"],
    [{ a: "x", list: [[]] }, "/list/0", "object"],
  ])("are wrong in %j", (value, path, expected) => {
    const message = path === "" ? `expected ${expected}` : `${path}: expected ${expected}`;
    expect(decode(value)).toEqual({ ok: false, error: { path, expected, message } });
  });

  it("say where something inside was repaired", () => {
    const repaired: Decoder<string> = () => ({ ok: true, value: "new", repairs: ["", "/deep"] });
    const value = { all: ["a", "b"] };
    expect(fieldsOf<{ all: readonly string[] }>({ all: listOf(repaired) })(value)).toEqual({
      ok: true,
      value: { all: ["new", "new"] },
      repairs: ["/all/0", "/all/0/deep", "/all/1", "/all/1/deep"],
    });
  });
});
