import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, isAbsolute } from "node:path";
import { expect, it } from "vitest";
import { createTempFolder } from "./temp-folder.ts";

it("is a folder of its own, and gone with all that is in it", async () => {
  let path = "";
  {
    await using folder = await createTempFolder();
    await using other = await createTempFolder();
    ({ path } = folder);
    expect(isAbsolute(path)).toBe(true);
    expect(other.path).not.toBe(path);
    await mkdir(dirname(folder.file("deep", "file.txt")), { recursive: true });
    await writeFile(folder.file("deep", "file.txt"), "x");
    expect(existsSync(folder.file("deep", "file.txt"))).toBe(true);
  }
  expect(existsSync(path)).toBe(false);
});
