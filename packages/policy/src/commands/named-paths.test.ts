import { describe, expect, it } from "vitest";
import { PIECES_MAX } from "../limits.ts";
import { createWord, ground, windowsGround } from "../testing/facts.ts";
import { findNamedPaths, isHarmlessDevice } from "./named-paths.ts";

const pathsOf = (text: string, home: string | undefined = "/home/me"): string[] | undefined => {
  const found = findNamedPaths(createWord(text), "/project", { ...ground, home });
  return found && [...found];
};

describe("the paths that a word may name", () => {
  it.each<[text: string, expected: string[]]>([
    ["", []],
    ["-", []],
    ["a", ["/project/a"]],
    ["../a", ["/a"]],
    ["/etc/passwd", ["/etc/passwd"]],
    ["-r", []],
    ["-f/etc/passwd", ["/etc/passwd"]],
    ["-I../include", ["/include"]],
    ["--verbose", []],
    ["--file=/etc/passwd", ["/etc/passwd"]],
    ["of=/dev/sda", ["/project/of", "/dev/sda"]],
    ["@/etc/passwd", ["/etc/passwd"]],
    ["host:/etc/passwd,b", ["/project/host", "/etc/passwd", "/project/b"]],
    ["https://example.com/etc/passwd", []],
    ["~", ["/home/me"]],
    ["~/.ssh/id_rsa", ["/home/me/.ssh/id_rsa"]],
    ["~other/a", ["~other/a"]],
    ["--key=~/../a", ["/home/a"]],
  ])("in %j", (text, expected) => {
    expect(pathsOf(text)).toEqual(expected);
  });

  it.each([
    ["file:///etc/passwd", "/etc/passwd"],
    ["FILE:///etc/passwd", "/etc/passwd"],
    ["file://localhost/etc/passwd", "/etc/passwd"],
    ["File://127.0.0.1/etc/passwd", "/etc/passwd"],
    ["file:///%65tc/pass%77d", "/etc/passwd"],
    ["file:///etc/100%", "/etc/100%"],
    ["--url=file:///etc/passwd", "/etc/passwd"],
  ])("include the file of the address %s", (text, expected) => {
    expect(pathsOf(text)).toContain(expected);
  });

  it("do not become paths in the project if the home folder is not known", () => {
    const found = findNamedPaths(createWord("~/a"), "/project", ground);
    expect([...(found ?? [])]).toEqual(["~/a"]);
  });

  it("include the real one of a link", () => {
    const linked = createWord("a", { real: "/etc/passwd" });
    expect(findNamedPaths(linked, "/project", ground)).toEqual(["/etc/passwd", "/project/a"]);
    const plain = createWord("a", { real: "/project/a" });
    expect(findNamedPaths(plain, "/project", ground)).toEqual(["/project/a"]);
  });

  it("keep the colon of a drive on Windows", () => {
    const found = findNamedPaths(createWord("--to=C:\\a:b"), "C:\\project", windowsGround);
    expect(found).toEqual(["C:/a", "C:/project/b"]);
  });

  it("are unknown if there are too many", () => {
    expect(pathsOf(Array(PIECES_MAX).fill("a").join(","))).toHaveLength(PIECES_MAX);
    expect(
      pathsOf(
        Array(PIECES_MAX + 1)
          .fill("a")
          .join(","),
      ),
    ).toBeUndefined();
  });
});

describe("a device", () => {
  it.each(["/dev/null", "/dev/fd/2", "/dev/urandom"])("%s is harmless", (path) => {
    expect(isHarmlessDevice(path)).toBe(true);
  });

  it.each(["/dev/sda", "/dev/null/a", "/dev/fd/", "/dev/nullx", "/dev/mem", "a/dev/null"])("%s is not", (path) => {
    expect(isHarmlessDevice(path)).toBe(false);
  });
});
