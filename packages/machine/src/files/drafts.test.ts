import { createTempFolder } from "@parley/test-support";
import { readdir, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { createDraftName, sweepDrafts } from "./drafts.ts";

/** No process has that number on any system of ours. */
const GONE = 2 ** 31 - 2;

it("removes only drafts of processes of this machine that have ended", async () => {
  await using folder = await createTempFolder();
  const own = createDraftName();
  const abandoned = own.replace(`-${process.pid}-`, `-${GONE}-`);
  const elsewhere = abandoned.replace(/^\.parley-[0-9a-z]+/, ".parley-0another0machine0");
  const names = [own, elsewhere, ".parley-notes.draft", ".parley-left.draft", "a.draft"];
  for (const name of [abandoned, ...names]) await writeFile(folder.file(name), "x");
  await sweepDrafts(folder.path);
  expect((await readdir(folder.path)).toSorted()).toEqual(names.toSorted());
});

it("does not mind a folder that is not there", async () => {
  await using folder = await createTempFolder();
  await expect(sweepDrafts(folder.file("missing"))).resolves.toBeUndefined();
});
