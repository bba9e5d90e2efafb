import { createTempFolder } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { loadFolderHooks, putConfig, verdictOf } from "./testing/folder-hooks.ts";

describe("the hooks of a folder", () => {
  it.each([
    ["no JSON", "{"],
    ["no object", "[]"],
    ["a mistake", { hooks: [{ event: "before_tool", comand: "x" }] }],
  ])("that have %s hold everything back, and say why", async (_, config) => {
    await using folder = await createTempFolder();
    await putConfig(folder, "home", config);
    const loaded = await loadFolderHooks(folder);
    expect(loaded.notices).toEqual([expect.stringContaining("config.json")]);
    expect(await verdictOf(loaded, folder.path)).toMatch(/^ask .*config\.json/);
  });

  it("are ignored without a notice if they are untrusted and broken", async () => {
    await using folder = await createTempFolder();
    await putConfig(folder, "work/.parley", "{");
    const loaded = await loadFolderHooks(folder);
    expect(loaded.notices).toEqual([]);
    expect(await verdictOf(loaded, folder.path)).toBeUndefined();
  });
});
