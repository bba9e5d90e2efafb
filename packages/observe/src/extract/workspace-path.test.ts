import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toFileKey, toWorkspacePath } from "./workspace-path.ts";

describe("a path of a workspace", () => {
  it.each([
    ["/repo", "/repo/src/a.ts", "src/a.ts"],
    ["/repo/", "/repo/src/a.ts", "src/a.ts"],
    ["/repo", "src/a.ts", "src/a.ts"],
    ["/repo", "./src//a.ts", "src/a.ts"],
    ["/repo", "src/../lib/a.ts", "lib/a.ts"],
    ["/repo", "/repo", "."],
    ["/repo", ".", "."],
    ["/repo", "/repo/src/", "src"],
    ["/repo", "/repository/a.ts", "/repository/a.ts"],
    ["/repo", "../other/a.ts", "/other/a.ts"],
    ["/repo", "../../../a.ts", "/a.ts"],
    ["/repo", "/etc/../etc/passwd", "/etc/passwd"],
    ["/", "/etc/passwd", "etc/passwd"],
    ["/repo", "~/notes.md", "~/notes.md"],
    ["/repo", String.raw`odd\name`, String.raw`odd\name`],
    ["/repo", "..a/b", "..a/b"],
    [undefined, "src/./a.ts", "src/a.ts"],
    [undefined, "../a.ts", "../a.ts"],
    [undefined, "/x/../a.ts", "/a.ts"],
    [String.raw`C:\Repo`, String.raw`C:\Repo\src\a.ts`, "src/a.ts"],
    [String.raw`C:\Repo`, "c:/repo/SRC/a.ts", "SRC/a.ts"],
    [String.raw`C:\Repo`, String.raw`src\a.ts`, "src/a.ts"],
    [String.raw`C:\Repo`, String.raw`D:\x\a.ts`, "D:/x/a.ts"],
    [String.raw`C:\Repo`, "/Repo/a.ts", "a.ts"],
    ["//server/share", "//server/share/a.ts", "a.ts"],
    [String.raw`\\server\share`, String.raw`\\server\share\a.ts`, "a.ts"],
    ["/repo", String.raw`C:\Repo\a.ts`, "C:/Repo/a.ts"],
  ])("of %s: %s is %s", (cwd, path, expected) => {
    expect(toWorkspacePath(cwd, path)).toBe(expected);
  });

  it.each(["", "a\0b", "a\nb", "x".repeat(5_000)])("is not %j", (path) => {
    expect(toWorkspacePath("/repo", path)).toBeUndefined();
  });

  it("has one key for all its spellings where case does not count", () => {
    expect(toFileKey("C:/Repo", "SRC/A.ts")).toBe(toFileKey("C:/Repo", "src/a.ts"));
    expect(toFileKey("/repo", "SRC/A.ts")).not.toBe(toFileKey("/repo", "src/a.ts"));
  });

  it("is the same when it is taken again", () => {
    const segment = fc.constantFrom("..", ".", "a", "b.ts", "", "C:", "work");
    const path = fc.tuple(fc.constantFrom("", "/", "//", "C:/"), fc.array(segment, { maxLength: 8 }));
    fc.assert(
      fc.property(path, fc.constantFrom("/repo", "/", "/repo/a"), ([start, segments], cwd) => {
        const once = toWorkspacePath(cwd, start + segments.join("/"));
        expect(once && toWorkspacePath(cwd, once)).toBe(once);
      }),
    );
  });
});
