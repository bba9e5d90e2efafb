import { describe, expect, it } from "vitest";
import type { Platform } from "./facts.ts";
import { findRoot, isAbsolute, isNormal, isWithin, resolvePath, toSegments } from "./path-text.ts";

const posix: Platform = { style: "posix", isCaseInsensitive: false };
const mac: Platform = { style: "posix", isCaseInsensitive: true };
const windows: Platform = { style: "windows", isCaseInsensitive: true };

describe("a path", () => {
  it.each<[path: string, platform: Platform, isAbsolute: boolean, isNormal: boolean]>([
    ["", posix, false, false],
    ["a", posix, false, false],
    ["/", posix, true, true],
    ["/a/..b/.c", posix, true, true],
    ["/a//b", posix, true, false],
    ["/a/./b", posix, true, false],
    ["/a/..", posix, true, false],
    ["/a/.", posix, true, false],
    ["/a\0b", posix, true, false],
    ["\\a", posix, false, false],
    ["C:\\a", windows, true, true],
    ["c:/a", windows, true, true],
    ["C:a", windows, false, false],
    ["1:\\a", windows, false, false],
    ["\\a", windows, false, false],
    ["\\\\server\\share", windows, true, true],
    ["\\\\server\\\\share", windows, true, false],
    ["C:\\a\\..\\b", windows, true, false],
  ])("%j is judged by the system's own form (%#)", (path, platform, absolute, normal) => {
    expect([isAbsolute(path, platform), isNormal(path, platform)]).toEqual([absolute, normal]);
  });

  it.each<[folder: string, path: string, platform: Platform, expected: boolean]>([
    ["/project", "/project", posix, true],
    ["/project", "/project/a", posix, true],
    ["/project", "/project-evil", posix, false],
    ["/project", "/projec", posix, false],
    ["/project", "/Project/a", posix, false],
    ["/", "/etc", posix, true],
    ["/project", "/PROJECT/a", mac, true],
    ["/project", "/project\\a", mac, false],
    // Folding that is not ASCII would take two names for one: this K is the sign for Kelvin.
    ["/k", "/\u212a/a", mac, false],
    ["C:\\project", "c:/PROJECT\\a", windows, true],
    ["C:\\", "c:/a", windows, true],
    ["C:\\project", "C:\\project2", windows, false],
  ])("in %s: %s (%#)", (folder, path, platform, expected) => {
    expect(isWithin(folder, path, platform)).toBe(expected);
  });

  it("belongs to the workspace, otherwise to the deepest root", () => {
    const ground = { workspace: "/a", roots: ["/", "/a", "/a/b", "/a/b/c"], platform: posix };
    expect(findRoot("/a/b/c/d", ground)).toBe("/a");
    expect(findRoot("/a/b/c/d", { ...ground, workspace: "/x" })).toBe("/a/b/c");
    expect(findRoot("/etc", { ...ground, roots: ["/a"] })).toBeUndefined();
  });

  it("is split below its folder, in the spelling for patterns", () => {
    expect(toSegments("/project", "/project/A/b", posix)).toEqual(["A", "b"]);
    expect(toSegments("/", "/a", posix)).toEqual(["a"]);
    expect(toSegments("/project", "/project", posix)).toEqual([]);
    expect(toSegments("C:\\", "C:\\Src\\A.ts", windows)).toEqual(["src", "a.ts"]);
  });
});

describe("resolvePath", () => {
  it.each<[folder: string, path: string, platform: Platform, expected: string]>([
    ["/project", "a/b", posix, "/project/a/b"],
    ["/project", ".", posix, "/project"],
    ["/project", "", posix, "/project"],
    ["/project", "../etc/./passwd", posix, "/etc/passwd"],
    ["/project", "../../../..", posix, "/"],
    ["/project", "/a//b/", posix, "/a/b"],
    ["/project", "...", posix, "/project/..."],
    ["C:\\project", "a\\..\\b", windows, "C:/project/b"],
    ["C:\\project", "\\\\server\\share\\.\\a", windows, "//server/share/a"],
    // These depend on the process, so they are in no root.
    ["C:\\project", "C:a", windows, "C:a"],
    ["C:\\project", "\\a", windows, "\\a"],
  ])("in %s: %j (%#)", (folder, path, platform, expected) => {
    expect(resolvePath(folder, path, platform)).toBe(expected);
  });

  it.each([
    ["C:\\..\\..\\Windows", "C:/Windows"],
    ["C:\\..\\D:\\project\\a", "C:/D:/project/a"],
    ["\\\\evil\\share\\..\\..\\good\\project\\a", "//evil/share/good/project/a"],
    ["\\\\evil\\..\\good\\project\\a", "//evil/../good/project/a"],
  ])("never leaves the drive or the share of %s", (path, expected) => {
    expect(resolvePath("C:\\project", path, windows)).toBe(expected);
  });
});
