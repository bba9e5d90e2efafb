import { describe, expect, it } from "vitest";
import { isInFolders } from "./path-scope.ts";

describe("paths of a window", () => {
  const links: Readonly<Record<string, string>> = { "/shop/out/x": "/etc/x", "/linked": "/shop" };
  const toRealPath = (path: string): Promise<string> => Promise.resolve(links[path] ?? path);

  it.each([
    ["/shop/a.txt", ["/shop"], true],
    ["/shop", ["/shop"], true],
    ["/workshop/a.txt", ["/shop"], false],
    ["/shop/out/x", ["/shop"], false],
    ["/shop/a.txt", ["/other", "/linked"], true],
    ["/shop/a.txt", [], false],
  ])("%s in %j: %s", async (path, folders, expected) => {
    expect(await isInFolders(path, folders, toRealPath)).toBe(expected);
  });
});
