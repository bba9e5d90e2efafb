import { describe, expect, it } from "vitest";
import { TRUSTED_FOLDERS_MAX } from "./limits.ts";
import { ground, windowsGround } from "./testing/facts.ts";
import { distrustFolder, isTrustedFolder, parseTrustedFolders, trustFolder } from "./trust.ts";

describe("trusted folders", () => {
  const folders = [{ path: "/project", trustedAtMs: 1 }];

  it("are only these, not the folders above or below", () => {
    const isTrusted = (path: string): boolean => isTrustedFolder(folders, path, ground.platform);
    expect(["/project", "/project/sub", "/", "/projects", "/Project"].map(isTrusted)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(isTrustedFolder([{ path: "C:\\Project", trustedAtMs: 1 }], "c:\\project", windowsGround.platform)).toBe(
      true,
    );
  });

  it("can be added and taken back", () => {
    const two = trustFolder(folders, { path: "/b", trustedAtMs: 2 });
    expect(two.map(({ path }) => path)).toEqual(["/project", "/b"]);
    expect(trustFolder(two, { path: "/project", trustedAtMs: 3 })).toHaveLength(2);
    expect(distrustFolder(two, "/project")).toEqual([{ path: "/b", trustedAtMs: 2 }]);
    const many = Array.from({ length: TRUSTED_FOLDERS_MAX }, (_, index) => ({ path: `/${index}`, trustedAtMs: index }));
    expect(trustFolder(many, { path: "/new", trustedAtMs: 0 })).toHaveLength(TRUSTED_FOLDERS_MAX);
  });

  it("are only those that can be read", () => {
    expect(parseTrustedFolders([...folders, 7, { path: 1, trustedAtMs: 1 }, { path: "/x" }])).toEqual(folders);
    expect(parseTrustedFolders("nonsense")).toEqual([]);
  });
});
