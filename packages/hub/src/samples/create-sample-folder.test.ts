import { createTempFolder } from "@parley/test-support";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SAMPLE_FOLDERS_MAX } from "../limits.ts";
import { createSampleFolder } from "./create-sample-folder.ts";

it("makes a folder of its own each time, and keeps the latest ones and what is not a sample", async () => {
  await using parent = await createTempFolder();
  await mkdir(parent.file("other"));
  const made: string[] = [];
  for (let count = 0; count < SAMPLE_FOLDERS_MAX + 2; count += 1) made.push(await createSampleFolder(parent.file(".")));
  const last = made.at(-1) ?? "";
  expect(await readFile(join(last, "src/cart.js"), "utf8")).toContain("round(price) * quantity");
  const names = await readdir(parent.file("."));
  expect(names).toHaveLength(SAMPLE_FOLDERS_MAX + 1);
  expect(names).toContain("other");
});
