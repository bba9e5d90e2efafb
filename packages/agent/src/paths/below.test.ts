import { expect, test } from "vitest";
import { isBelow, pathWithin, shownPath } from "./below.ts";

test("knows what is in a folder", () => {
  expect(pathWithin("/a/b", "/a/b/c/d.ts")).toBe("c/d.ts");
  expect(pathWithin("/a/b", "/a/b/..c")).toBe("..c");
  expect(pathWithin("/", "/a")).toBe("a");
  for (const path of ["/a/b", "/a", "/a/bc", "/x"]) expect(pathWithin("/a/b", path)).toBeUndefined();
});

test("a folder is below itself", () => {
  expect(isBelow("/a/b", "/a/b")).toBe(true);
  expect(isBelow("/a/b", "/a/b/c")).toBe(true);
  expect(isBelow("/", "/")).toBe(true);
  expect(isBelow("/a/b", "/a/bc")).toBe(false);
  expect(isBelow("/a/b", "/a")).toBe(false);
});

test("shows the short way where there is one", () => {
  expect(shownPath("/a", "/a/b/c.ts")).toBe("b/c.ts");
  expect(shownPath("/a", "/b/c.ts")).toBe("/b/c.ts");
  expect(shownPath("/a", "/a")).toBe("/a");
});
