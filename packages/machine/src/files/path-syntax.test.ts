import { describe, expect, it } from "vitest";
import { parsePath } from "./path-syntax.ts";

describe("parsePath", () => {
  it.each([
    ["/a/./b//c/", "/a/b/c"],
    ["/a/../../b", "/b"],
    ["/", "/"],
    ["/a\\b", "/a\\b"],
  ])("normalises %j", (path, normal) => {
    expect(parsePath(path, "linux")).toBe(normal);
  });

  it.each(["", "a", "./a", "~/a", "C:\\a", "/a\0b"])("refuses %j", (path) => {
    expect(() => parsePath(path, "linux")).toThrow(expect.objectContaining({ code: "file_path_invalid" }));
  });

  it.each([
    ["C:\\a\\..\\b", "C:\\b"],
    ["c:/a/b.txt", "c:\\a\\b.txt"],
    ["\\\\host\\disk\\a", "\\\\host\\disk\\a"],
    ["C:\\console\\com10\\nullable.txt", "C:\\console\\com10\\nullable.txt"],
  ])("normalises %j on Windows", (path, normal) => {
    expect(parsePath(path, "win32")).toBe(normal);
  });

  it.each([
    "C:a",
    "\\a",
    "a",
    "\\\\?\\C:\\a",
    "\\\\.\\PhysicalDrive0",
    "C:\\a.txt:stream",
    "C:\\a.txt::$DATA",
    "C:\\NUL",
    "C:\\a\\con.txt",
    "C:\\a\\COM1",
    "C:\\a\\lpt¹.log",
    "C:\\.git.\\config",
    "C:\\.git \\config",
  ])("refuses %j on Windows", (path) => {
    expect(() => parsePath(path, "win32")).toThrow(expect.objectContaining({ code: "file_path_invalid" }));
  });
});
