import { describe, expect, it } from "vitest";
import { parseHostPattern, toHostName } from "./host-pattern.ts";

describe("parseHostPattern", () => {
  it.each([
    ["example.com", { name: "example.com", isBelow: false, port: undefined }],
    ["  Example.COM:443 ", { name: "example.com", isBelow: false, port: 443 }],
    ["*.example.com", { name: "example.com", isBelow: true, port: undefined }],
    ["*.example.com:65535", { name: "example.com", isBelow: true, port: 65_535 }],
    ["[::1]:8080", { name: "::1", isBelow: false, port: 8080 }],
    ["[FE80::1]", { name: "fe80::1", isBelow: false, port: undefined }],
    ["127.0.0.1", { name: "127.0.0.1", isBelow: false, port: undefined }],
    ["my_host", { name: "my_host", isBelow: false, port: undefined }],
  ])("reads %s", (text, expected) => {
    expect(parseHostPattern(text)).toEqual(expected);
  });

  it.each([
    "",
    " ",
    "*",
    "*.",
    "*.*.example.com",
    "a.*.com",
    "https://example.com",
    "example.com/path",
    "user@example.com",
    "example.com:",
    "example.com:0",
    "example.com:65536",
    "example.com:123456",
    "example.com:-1",
    "-example.com",
    "example.com-",
    "::1",
    "[::1",
    "a b",
    "a\nb",
    "bücher.example",
  ])("refuses %j", (text) => {
    expect(parseHostPattern(text)).toBeUndefined();
  });
});

it("compares hosts without brackets, capitals and a final dot", () => {
  expect(["[::1]", "Example.COM.", "example.com"].map(toHostName)).toEqual(["::1", "example.com", "example.com"]);
});
