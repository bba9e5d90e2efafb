import { describe, expect, it } from "vitest";
import { decodeAnsiC } from "./ansi-c.ts";

describe("a text with C escapes", () => {
  it.each([
    ["", ""],
    ["plain $x `y`", "plain $x `y`"],
    ["a\\tb\\n", "a\tb\n"],
    ["\\e\\E\\a\\?\\\\\\'\\\"", "\u001B\u001B\u0007?\\'\""],
    ["\\162\\155", "rm"],
    ["\\x72\\x6d", "rm"],
    ["\\x6dd", "md"],
    ["\\u72\\u006d", "rm"],
    ["\\U00000072m", "rm"],
    ["\\1622", "r2"],
    ["\\q\\xzz", "\\q\\xzz"],
    ["é\\n", "é\n"],
  ])("%j is %j", (text, expected) => {
    expect(decodeAnsiC(text)).toBe(expected);
  });

  it.each([
    "\\0",
    "\\x00",
    "rm\\000x",
    "\\200",
    "\\777",
    "\\xff",
    "\\u00e9",
    "\\UFFFFFFFF",
    "\\cA",
    "\\c\\",
    "\\0\\x72",
  ])("%j is uncertain", (text) => {
    expect(decodeAnsiC(text)).toBeUndefined();
  });
});
