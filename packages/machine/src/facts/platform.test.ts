import { createTempFolder } from "@parley/test-support";
import { link, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { detectPlatform } from "./platform.ts";

describe("the platform", () => {
  it("has the style of this system", async () => {
    expect((await detectPlatform([])).style).toBe(process.platform === "win32" ? "windows" : "posix");
  });

  it.runIf(process.platform === "linux")("minds letters on an ordinary disk", async () => {
    await using folder = await createTempFolder();
    expect((await detectPlatform([folder.path])).isCaseInsensitive).toBe(false);
    await writeFile(folder.file("Name"), "");
    await writeFile(folder.file("nAME"), "");
    expect((await detectPlatform([folder.path])).isCaseInsensitive).toBe(false);
  });

  it("does not, if another spelling leads to the same file in any of the roots", async () => {
    await using folder = await createTempFolder();
    await using other = await createTempFolder();
    await writeFile(folder.file("1"), "");
    await writeFile(folder.file("name"), "");
    // What such a disk would show, on one that is not.
    await link(folder.file("name"), folder.file("NAME")).catch(() => undefined);
    expect((await detectPlatform([other.path, folder.path])).isCaseInsensitive).toBe(true);
  });
});
