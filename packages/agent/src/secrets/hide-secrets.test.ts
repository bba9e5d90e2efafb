import { expect, test } from "vitest";
import { hideTokens, hideValues } from "./hide-secrets.ts";

test("hides values, the longer before what it begins with", () => {
  expect(hideValues("keys: abcd abcdefgh", ["abcd", "abcdefgh"], 4)).toBe("keys: … …");
  expect(hideValues("on and off", ["on", "off"], 4)).toBe("on and off");
});

test("hides what looks like a secret, and leaves what does not", () => {
  expect(hideTokens("key sk-ant-1234567890 refused")).toBe("key … refused");
  expect(hideTokens("Authorization: Bearer abcdefghijk")).toBe("Authorization: Bearer …");
  expect(hideTokens("https://me:word@example.com/?key=abc&x=1")).toBe("https://…@example.com/?key=…&x=1");
  expect(hideTokens("max_tokens: 4096 is too many")).toBe("max_tokens: 4096 is too many");
});
