import { describe, expect, it } from "vitest";
import { hasPlace, toBaseName, toProgramName, toProgramPattern, toSystemName } from "./program-name.ts";

describe("the name of a program", () => {
  it.each([
    ["git", "git"],
    ["/usr/bin/git", "git"],
    ["/opt/homebrew/bin/git", "git"],
    ["./git", undefined],
    ["bin/git", undefined],
    ["/usr/bin/deep/git", undefined],
    ["/tmp/usr/bin/git", undefined],
    ["/usr/bin/../../tmp/git", undefined],
    ["//usr/bin/git", undefined],
    ["C:\\Windows\\git.exe", undefined],
    ["bin\\git", undefined],
    ["", ""],
  ])("of %j is %j if only an administrator could have put it there", (text, expected) => {
    expect(toSystemName(text)).toBe(expected);
  });

  it.each([
    ["Git.EXE", "git"],
    ["npm.cmd", "npm"],
    ["a.exe.bat", "a.exe"],
    ["exe", "exe"],
    ["run.sh", "run.sh"],
  ])("%s becomes %s in the tables", (text, expected) => {
    expect(toProgramName(text)).toBe(expected);
  });

  it("is the last segment with either separator", () => {
    expect(["a", "/x/a", "x\\a", "x/y\\a", "x\\y/a", "a/"].map(toBaseName)).toEqual(["a", "a", "a", "a", "a", ""]);
    expect(["a", "a.b", "/a", "a\\b"].map(hasPlace)).toEqual([false, false, true, true]);
  });
});

describe("the program of a rule", () => {
  it.each([
    ["git", "git"],
    ["scripts/build", "./scripts/build"],
    ["./build", "./build"],
    ["../build", "./../build"],
    ["/usr/bin/git", "/usr/bin/git"],
    ["*/git", "*/git"],
    ["C:\\bin\\git", "C:\\bin\\git"],
    ["bin\\git", "./bin\\git"],
  ])("%s is compared as %s", (text, expected) => {
    expect(toProgramPattern(text)).toBe(expected);
  });
});
