import { symlink } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { listTool } from "./list.ts";
import { openCodingScene } from "./testing/coding-scene.ts";

describe("a list", () => {
  it("is a tree, without what is ignored", async () => {
    await using scene = await openCodingScene();
    await scene.put(".gitignore", "dist/\n");
    await scene.put("src/deep/er/est/a.ts", "");
    await scene.put("src/b.ts", "");
    await scene.put("dist/b.js", "");
    await scene.put("node_modules/x/index.js", "");
    const { text, prepared } = await scene.call(listTool, {});
    expect(text).toBe(".\nsrc/\n  deep/\n    er/ (1 file)\n  b.ts\n.gitignore");
    expect(prepared).toMatchObject({
      title: "List .",
      subjects: [{ request: { kind: "read", path: "." }, facts: { real: scene.cwd, kind: "directory" } }],
    });
    expect((await scene.call(listTool, { directory: "src", max_depth: 1 })).text).toBe("src/\ndeep/ (1 file)\nb.ts");
    expect((await scene.call(listTool, { path: "node_modules" })).text).toContain("index.js");
  });

  it("goes less deep where that would be too long, and is cut where it still is", async () => {
    await using scene = await openCodingScene();
    await Promise.all(Array.from({ length: 450 }, (_, index) => scene.put(`many/file${index}`, "")));
    const { text } = await scene.call(listTool, { depth: 5 });
    expect(text).toBe(".\nmany/ (450 files)\n[Shown to depth 1 because of its size: list a subfolder for more.]");
    expect((await scene.call(listTool, { path: "many" })).text).toMatch(/\[Only the first 400 lines.\]$/);
  });

  it("says what is empty, missing, or no folder", async () => {
    await using scene = await openCodingScene();
    expect((await scene.call(listTool, {})).text).toBe(". is empty.");
    expect(await scene.refuse(listTool, { path: "none" })).toBe("Folder none not found.");
    await scene.put("a.txt", "");
    expect(await scene.refuse(listTool, { path: "a.txt" })).toMatch(/a.txt is not a folder/);
  });

  it("leaves it to policy to say that a folder is outside", async () => {
    await using scene = await openCodingScene();
    await symlink(scene.folder.path, scene.path("up"));
    const { subjects } = await scene.prepare(listTool, { path: "up" });
    expect(subjects).toMatchObject([{ facts: { real: scene.folder.path, kind: "missing" } }]);
  });
});
