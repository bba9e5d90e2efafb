import { describe, expect, it } from "vitest";
import { isSafeId, isSafeVersion, isText, isWithin, parseArgs, parseVariables } from "./fields.ts";
import { ARG_CHARS_MAX, ARGS_MAX, ID_CHARS_MAX, VARIABLES_MAX, VERSION_CHARS_MAX } from "./limits.ts";

describe("the id of an agent", () => {
  it.each(["a", "claude-code", "a1", "console", "com10", "x".repeat(ID_CHARS_MAX)])("may be %s", (id) => {
    expect(isSafeId(id)).toBe(true);
  });

  it.each([
    "",
    "A",
    "1a",
    "-a",
    "a.b",
    "a/b",
    "a\\b",
    "..",
    "a b",
    "a\n",
    "é",
    "con",
    "nul",
    "com1",
    "x".repeat(ID_CHARS_MAX + 1),
  ])("may not be %j", (id) => {
    expect(isSafeId(id)).toBe(false);
  });
});

describe("the version of an agent", () => {
  it.each(["1", "1.2.3", "1.0.0-rc.1+build_5", "v2", "1..2", "x".repeat(VERSION_CHARS_MAX)])("may be %s", (version) => {
    expect(isSafeVersion(version)).toBe(true);
  });

  it.each([
    "",
    ".",
    "..",
    "1.",
    ".1",
    "-1",
    "1/2",
    "1\\2",
    "1 2",
    "1\n",
    "1\0",
    "1:2",
    "CON",
    "nul.txt",
    "x".repeat(VERSION_CHARS_MAX + 1),
  ])("may not be %j", (version) => {
    expect(isSafeVersion(version)).toBe(false);
  });
});

describe("a path in an archive", () => {
  it.each(["a", "a/b", "./a", "a..b", "..a/b", "a/...", "é😀"])("may be %s", (path) => {
    expect(isWithin(path)).toBe(true);
  });

  it.each(["", "/a", "\\a", "C:a", "c:\\a", "..", "../a", "a/../b", "a\\..\\b", "a/..", "a\0", "//a"])(
    "may not be %j",
    (path) => {
      expect(isWithin(path)).toBe(false);
    },
  );
});

describe("arguments and variables", () => {
  it.each<[value: unknown, expected: unknown]>([
    [undefined, []],
    [null, []],
    [
      ["-a", ""],
      ["-a", ""],
    ],
    [["a\0b"], undefined],
    [[1], undefined],
    ["-a", undefined],
    [{ length: 0 }, undefined],
    [Array(ARGS_MAX + 1).fill("a"), undefined],
  ])("are read as arguments (%#)", (value, expected) => {
    expect(parseArgs(value)).toEqual(expected);
  });

  it.each<[value: unknown, expected: unknown]>([
    [undefined, {}],
    [null, {}],
    [
      { HOME: "/a", _x1: "" },
      { HOME: "/a", _x1: "" },
    ],
    [{ "A=B": "c" }, undefined],
    [{ "1A": "c" }, undefined],
    [{ "": "c" }, undefined],
    [{ "A\n": "c" }, undefined],
    [{ A: "c\0" }, undefined],
    [{ A: 1 }, undefined],
    [["A"], undefined],
    ["A=b", undefined],
    [Object.fromEntries(Array.from({ length: VARIABLES_MAX + 1 }, (_, index) => [`A${index}`, ""])), undefined],
  ])("are read as variables (%#)", (value, expected) => {
    expect(parseVariables(value)).toEqual(expected);
  });

  it("are not too long", () => {
    expect(isText("x".repeat(ARG_CHARS_MAX))).toBe(true);
    expect(isText("x".repeat(ARG_CHARS_MAX + 1))).toBe(false);
    expect(isText(7)).toBe(false);
  });
});
