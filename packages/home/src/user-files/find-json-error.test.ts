import { describe, expect, it } from "vitest";
import { findJsonError } from "./find-json-error.ts";

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const VALID = [
  "0",
  " \t\r\n-1.5e+3 ",
  '""',
  '"\\u00e9 \\" \\/ é 😀 \ud800"',
  "[]",
  "{}",
  '[1, "a", null, true, false, {"a": [{}]}]',
  '{"": {"a": -0}, "b": []}',
];
const INVALID = [
  "",
  " ",
  "01",
  "1.",
  ".5",
  "+1",
  "1e",
  "-",
  "NaN",
  "tru",
  "nullx",
  "'a'",
  '"a',
  '"a\nb"',
  '"\\x41"',
  '"\\u12g4"',
  '"\\',
  "[1,]",
  "[,1]",
  "[1 2]",
  "[1}",
  "{]",
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  "{a:1}",
  '{"a":1 "b":2}',
  '{"a"::1}',
  "[] []",
  "1,2",
  "]",
  "// comment",
  "\ufeff{}",
  "\u00a01",
];

describe("findJsonError", () => {
  it.each([...VALID, ...INVALID])("agrees with JSON.parse about %j", (text) => {
    expect(findJsonError(text) === undefined).toBe(isJson(text));
  });

  it.each([
    ["", 1, "a value"],
    ['{\n  "a": 1,\n}', 3, "a name in double quotes"],
    ['{\n  "a": 1\n  "b": 2\n}', 3, '"," or "}"'],
    ['{\n  "a" 1\n}', 2, '":"'],
    ["[\n1,\n\n]", 4, "a value"],
    ["[\n1\n2", 3, '"," or "]"'],
    ["{\n// x\n}", 2, 'a name in double quotes or "}"'],
    ["[\r\n\r\n", 3, 'a value or "]"'],
    ["{}\n\n{}", 3, "nothing more"],
    ["01", 1, "a value"],
    ['{"a": nullx}', 1, "a value"],
    ['["a\n"]', 1, 'a value or "]"'],
  ])("says where %j stops being JSON", (text, line, expected) => {
    expect(findJsonError(text)).toEqual({ line, expected });
  });

  it("never quotes the text", () => {
    expect(JSON.stringify(findJsonError('{"token": secret-1234}'))).not.toContain("secret");
  });

  it("reads deep and long texts", () => {
    expect(findJsonError("[".repeat(20_000) + "]".repeat(20_000))).toBeUndefined();
    expect(findJsonError(`"${"x".repeat(1_000_000)}"`)).toBeUndefined();
    expect(findJsonError("[".repeat(20_000))).toEqual({ line: 1, expected: 'a value or "]"' });
  });
});
