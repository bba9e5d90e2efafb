import { describe, expect, it } from "vitest";
import { findRepeatedHeader } from "./single-headers.ts";

describe("findRepeatedHeader", () => {
  it.each([
    "Host",
    "AUTHORIZATION",
    "content-length",
    "Transfer-Encoding",
    "Origin",
    "X-Secret-Key",
    "Idempotency-Key",
  ])("finds a second %s, whatever its capitals and its value", (name) => {
    const headers = [name, "a", "Accept", "*/*", name.toUpperCase(), "a"];
    expect(findRepeatedHeader(headers)).toBe(name.toLowerCase());
  });

  it("lets other headers repeat", () => {
    expect(findRepeatedHeader(["Accept", "a", "accept", "b", "Cookie", "a", "Cookie", "b"])).toBeUndefined();
    // As long as one that must not repeat.
    expect(findRepeatedHeader(["Hose", "a", "hose", "b"])).toBeUndefined();
  });

  it("looks at names only", () => {
    expect(findRepeatedHeader(["Host", "host", "Accept", "Host", "X-A", "host"])).toBeUndefined();
  });

  it("accepts an empty and an uneven list", () => {
    expect(findRepeatedHeader([])).toBeUndefined();
    expect(findRepeatedHeader(["Host", "a", "Origin"])).toBeUndefined();
  });
});
