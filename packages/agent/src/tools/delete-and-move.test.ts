import { lstat, mkdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { deleteTool } from "./delete.ts";
import { moveTool } from "./move.ts";
import { openCodingScene } from "./testing/coding-scene.ts";

describe("deleting", () => {
  it("removes a file, or a link and not what it leads to", async () => {
    await using scene = await openCodingScene();
    const path = await scene.put("a.txt", "x");
    await symlink("a.txt", scene.path("link"));
    const { prepared } = await scene.call(deleteTool, { path: "link" });
    expect(prepared).toMatchObject({
      title: "Delete link",
      subjects: [{ request: { kind: "delete" }, facts: { real: scene.path("link"), kind: "symlink" } }],
    });
    await expect(lstat(scene.path("link"))).rejects.toThrow("ENOENT");
    expect((await scene.call(deleteTool, { file_path: "a.txt" })).text).toBe("Deleted a.txt.");
    await expect(lstat(path)).rejects.toThrow("ENOENT");
    const again = await scene.call(deleteTool, { path: "a.txt" });
    expect(again.outcome.isError).toBe(true);
    expect(again.text).toMatch(/does not exist/);
  });

  it("refuses folders and what is outside", async () => {
    await using scene = await openCodingScene();
    await scene.put("src/a.ts", "");
    expect(await scene.refuse(deleteTool, { path: "src" })).toMatch(/src is a folder/);
    await writeFile(scene.folder.file("outside"), "x");
    expect((await scene.call(deleteTool, { path: "../outside" })).outcome.isError).toBe(true);
    expect(await readFile(scene.folder.file("outside"), "utf8")).toBe("x");
  });
});

describe("moving", () => {
  it("renames a file, and makes the folders on the way", async () => {
    await using scene = await openCodingScene();
    await scene.put("a.txt", "x");
    const { prepared, text } = await scene.call(moveTool, { source: "a.txt", destination: "new/b.txt" });
    expect(text).toBe("Moved a.txt to new/b.txt.");
    expect(prepared).toMatchObject({
      locations: [{ path: scene.path("a.txt") }, { path: scene.path("new/b.txt") }],
      subjects: [{ request: { kind: "move", path: "a.txt", to: "new/b.txt" } }],
    });
    expect(await scene.text("new/b.txt")).toBe("x");
  });

  it("replaces nothing, and goes nowhere outside", async () => {
    await using scene = await openCodingScene();
    await scene.put("a.txt", "a");
    await scene.put("b.txt", "b");
    await mkdir(scene.path("folder"));
    expect((await scene.call(moveTool, { from: "a.txt", to: "b.txt" })).text).toMatch(/already exists/);
    expect(await scene.refuse(moveTool, { from: "a.txt", to: "folder" })).toMatch(/folder is a folder/);
    expect(await scene.refuse(moveTool, { from: "folder", to: "c" })).toMatch(/folder is a folder/);
    expect((await scene.call(moveTool, { from: "a.txt", to: "../c.txt" })).outcome.isError).toBe(true);
    const prepared = await scene.prepare(moveTool, { from: "a.txt", to: "folder/c.txt" });
    await rename(scene.path("folder"), scene.path("other"));
    await symlink(scene.folder.path, scene.path("folder"));
    expect((await scene.run(prepared)).outcome.isError).toBe(true);
    expect(await scene.text("a.txt")).toBe("a");
  });
});
