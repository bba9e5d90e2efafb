import { createTempFolder } from "@parley/test-support";
import { mkdir, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { findAttachments, toBlocks } from "./to-blocks.ts";

it("takes the files that a prompt mentions along, in the form that the agent takes", async () => {
  await using folder = await createTempFolder();
  await mkdir(folder.file("src"));
  await writeFile(folder.file("src", "a.ts"), "one\ntwo\nthree\n");
  await writeFile(folder.file("my notes.md"), "x");
  const uri = pathToFileURL(folder.file("src", "a.ts")).href;
  const text = 'Look at @src/a.ts, @src/a.ts:2-3 and @"my notes.md". Ask @ada about @types/node.';
  expect(await toBlocks({ text, attached: [] }, folder.path, undefined)).toMatchObject([
    { type: "text", text },
    { type: "resource_link", uri, name: "a.ts" },
    { type: "resource", resource: { uri: `${uri}#L2-L3`, text: "two\nthree" } },
    { type: "resource_link", name: "my notes.md" },
  ]);
});

it("leaves alone what is no file, and takes each file once", async () => {
  await using folder = await createTempFolder();
  await writeFile(folder.file("a"), "x");
  expect(findAttachments("@a @a @b me@a.com @a:0 @", folder.path)).toEqual([{ path: folder.file("a") }]);
});
