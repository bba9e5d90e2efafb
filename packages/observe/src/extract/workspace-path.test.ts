import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toFileKey, toWorkspacePath } from "./workspace-path.ts";

describe("a path of a workspace", () => {
  it.each([
    ["/work", "/work/src/a.ts", "src/a.ts"],
    ["/work/", "/work/src/a.ts", "src/a.ts"],
    ["/work", "src/a.ts", "src/a.ts"],
    ["/work", "./src//a.ts", "src/a.ts"],
    ["/work", "src/../lib/a.ts", "lib/a.ts"],
    ["/work", "/work", "."],
    ["/work", ".", "."],
    ["/work", "/work/src/", "src"],
    ["/work", "/workshop/a.ts", "/workshop/a.ts"],
    ["/work", "../other/a.ts", "/other/a.ts"],
    ["/work", "../../../a.ts", "/a.ts"],
    ["/work", "/etc/../etc/passwd", "/etc/passwd"],
    ["/", "/etc/passwd", "etc/passwd"],
    ["/work", "~/notes.md", "~/notes.md"],
    ["/work", String.raw`odd\name`, String.raw`odd\name`],
    ["/work", "..a/b", "..a/b"],
    [undefined, "src/./a.ts", "src/a.ts"],
    [undefined, "../a.ts", "../a.ts"],
    [undefined, "/x/../a.ts", "/a.ts"],
    [String.raw`C:\Work`, String.raw`C:\Work\src\a.ts`, "src/a.ts"],
    [String.raw`C:\Work`, "c:/work/SRC/a.ts", "SRC/a.ts"],
    [String.raw`C:\Work`, String.raw`src\a.ts`, "src/a.ts"],
    [String.raw`C:\Work`, String.raw`D:\x\a.ts`, "D:/x/a.ts"],
    [String.raw`C:\Work`, "/Work/a.ts", "a.ts"],
    ["//server/share", "//server/share/a.ts", "a.ts"],
    [String.raw`\\server\share`, String.raw`\\server\share\a.ts`, "a.ts"],
    ["/work", String.raw`C:\Work\a.ts`, "C:/Work/a.ts"],
  ])("of %s: %s is %s", (cwd, path, expected) => {
    expect(toWorkspacePath(cwd, path)).toBe(expected);
  });

  it.each(["", "a\0b", "a\nb", "x".repeat(5_000)])("is not %j", (path) => {
    expect(toWorkspacePath("/work", path)).toBeUndefined();
  });

  it("has one key for all its spellings where case does not count", () => {
    expect(toFileKey("C:/Work", "SRC/A.ts")).toBe(toFileKey("C:/Work", "src/a.ts"));
    expect(toFileKey("/work", "SRC/A.ts")).not.toBe(toFileKey("/work", "src/a.ts"));
  });

  it("is the same when it is taken again", () => {
    const segment = fc.constantFrom("..", ".", "a", "b.ts", "", "C:", "work");
    const path = fc.tuple(fc.constantFrom("", "/", "//", "C:/"), fc.array(segment, { maxLength: 8 }));
    fc.assert(
      fc.property(path, fc.constantFrom("/work", "/", "/work/a"), ([start, segments], cwd) => {
        const once = toWorkspacePath(cwd, start + segments.join("/"));
        expect(once && toWorkspacePath(cwd, once)).toBe(once);
      }),
    );
  });
});
