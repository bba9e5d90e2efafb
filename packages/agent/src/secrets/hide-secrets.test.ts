import { expect, test } from "vitest";
import { hideTokens } from "./hide-secrets.ts";

test("hides what looks like a secret, and leaves what does not", () => {
  expect(hideTokens("key sk-ant-1234567890 refused")).toBe("key … refused");
  expect(hideTokens("Authorization: Bearer abcdefghijk")).toBe("Authorization: Bearer …");
  expect(hideTokens("https://me:word@example.com/?key=abc&x=1")).toBe("https://…@example.com/?key=…&x=1");
  expect(hideTokens("max_tokens: 4096 is too many")).toBe("max_tokens: 4096 is too many");
});
