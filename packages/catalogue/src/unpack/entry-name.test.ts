import { describe, expect, it } from "vitest";
import { ENTRY_DEPTH_MAX, ENTRY_NAME_BYTES_MAX, ENTRY_PATH_BYTES_MAX } from "../limits.ts";
import { foldName, parseEntryName, showName, UnpackFailure } from "./entry-name.ts";

describe("a name in an archive", () => {
  it.each([
    ["a/b.txt", ["a", "b.txt"]],
    ["./a//b/", ["a", "b"]],
    ["./", []],
    ["", []],
    ["..a/b../...", ["..a", "b..", "..."]],
    ["ä/日本", ["ä", "日本"]],
  ])("is split into its parts: %j", (name, parts) => {
    expect(parseEntryName(name)).toEqual(parts);
  });

  it.each([
    ["../a", "leads outside the folder"],
    ["a/../../b", "leads outside the folder"],
    ["a/..", "leads outside the folder"],
    ["/etc/passwd", "is an absolute path"],
    ["C:/Windows", "is an absolute path"],
    ["c:a", "is an absolute path"],
    ["\\\\server\\share", "is an absolute path"],
    ["a\\..\\b", "contains a backslash"],
    ["a\0b", "has control characters"],
    ["a\nb", "has control characters"],
    ["a\u007F", "has control characters"],
    ["x".repeat(ENTRY_NAME_BYTES_MAX + 1), "is too long"],
    ["ä".repeat(ENTRY_NAME_BYTES_MAX / 2 + 1), "is too long"],
    ["a/".repeat(ENTRY_DEPTH_MAX + 1), "folders deep"],
    ["abc/".repeat(ENTRY_PATH_BYTES_MAX / 4 + 1), "is too long"],
  ])("is refused: %.30j", (name, why) => {
    expect(() => parseEntryName(name)).toThrow(UnpackFailure);
    expect(() => parseEntryName(name)).toThrow(why);
  });

  it("may be as long and as deep as the limits", () => {
    expect(parseEntryName("x".repeat(ENTRY_NAME_BYTES_MAX))).toHaveLength(1);
    expect(parseEntryName("a/".repeat(ENTRY_DEPTH_MAX))).toHaveLength(ENTRY_DEPTH_MAX);
  });

  it("is equal to another that some file system takes for the same", () => {
    expect(foldName("A/É.TXT")).toBe(foldName("a/e\u0301.txt"));
    expect(foldName("Straße")).toBe(foldName("STRASSE"));
    expect(foldName("ı")).toBe(foldName("I"));
    expect(foldName("a")).not.toBe(foldName("b"));
  });

  it("is shown on one short line", () => {
    expect(showName('a\n"b')).toBe(String.raw`"a\n\"b"`);
    expect(showName("x".repeat(1_000)).length).toBeLessThan(250);
  });
});
