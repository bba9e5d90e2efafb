import { expect, it } from "vitest";
import { isObject, parseObject } from "./json-object.ts";

it.each([{}, { a: 1 }, Object.create(null), new Date(0)])("%o is an object", (value) => {
  expect(isObject(value)).toBe(true);
});

it.each([null, undefined, [], "text", 7, true, () => undefined])("%o is not an object", (value) => {
  expect(isObject(value)).toBe(false);
});

it("parses objects only", () => {
  expect(parseObject('{"a": [1]}')).toEqual({ a: [1] });
  for (const text of ["[1]", "null", "7", "{", ""]) expect(parseObject(text)).toBeUndefined();
});
