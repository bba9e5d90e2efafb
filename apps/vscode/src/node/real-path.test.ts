import { createTempFolder } from "@parley/test-support";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findRealPath } from "./real-path.ts";

it("follows links, also those to what does not exist yet", async () => {
  await using folder = await createTempFolder();
  await mkdir(folder.file("work"));
  await writeFile(folder.file("outside.txt"), "");
  await symlink("../outside.txt", folder.file("work/out"));
  await symlink("../missing/new.txt", folder.file("work/dangling"));
  await symlink("dangling", folder.file("work/twice"));
  await symlink("loop", folder.file("work/loop"));
  const real = (name: string): Promise<string> => findRealPath(folder.file("work", name));
  expect(await real("out")).toBe(folder.file("outside.txt"));
  expect(await real("new/file.txt")).toBe(folder.file("work/new/file.txt"));
  expect(await real("dangling")).toBe(folder.file("missing/new.txt"));
  expect(await real("twice")).toBe(folder.file("missing/new.txt"));
  expect(await real("loop")).toBe(join(folder.path, "work/loop"));
});
