import { createTempFolder } from "@parley/test-support";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { setScene, type Scene } from "./testing/scene.ts";

async function write(scene: Scene, name: string, text = ""): Promise<void> {
  await mkdir(dirname(scene.inside.file(name)), { recursive: true });
  await writeFile(scene.inside.file(name), text);
}

async function isIgnored(scene: Scene, name: string): Promise<boolean | undefined> {
  return (await scene.facts.pathFacts(scene.inside.file(name), { means: "target" })).isIgnored;
}

describe("ignored files", () => {
  it("are those that the rules of the workspace leave out", async () => {
    await using scene = await setScene(createTempFolder);
    await write(scene, ".gitignore", "*.log\n/dist/\n!keep.log\n");
    await write(scene, "sub/.gitignore", "*.tmp\n");
    await mkdir(scene.inside.file("dist"));
    expect(await isIgnored(scene, "a.log")).toBe(true);
    expect(await isIgnored(scene, "sub/deep/a.log")).toBe(true);
    expect(await isIgnored(scene, "keep.log")).toBe(false);
    expect(await isIgnored(scene, "dist")).toBe(true);
    expect(await isIgnored(scene, "dist/keep.log")).toBe(true);
    expect(await isIgnored(scene, "sub/dist")).toBe(false);
    expect(await isIgnored(scene, "a.tmp")).toBe(false);
    expect(await isIgnored(scene, "sub/a.tmp")).toBe(true);
    expect(await isIgnored(scene, "src/index.ts")).toBe(false);
    expect(await isIgnored(scene, "")).toBe(false);
  });

  it("have their own rules in a repository inside", async () => {
    await using scene = await setScene(createTempFolder);
    await write(scene, ".gitignore", "*.log\n");
    await write(scene, "inner/.git/info/exclude", "*.bak\n");
    expect(await isIgnored(scene, "inner/a.log")).toBe(false);
    expect(await isIgnored(scene, "inner/a.bak")).toBe(true);
  });

  it("are not told by a link or a folder with that name, and by the beginning of a huge file", async () => {
    await using scene = await setScene(createTempFolder);
    await writeFile(scene.outside.file("rules"), "*\n");
    await symlink(scene.outside.file("rules"), scene.inside.file(".gitignore"));
    await mkdir(scene.inside.file("folder", ".gitignore"), { recursive: true });
    await write(scene, "huge/.gitignore", `/first\n${"#\n".repeat(1 << 20)}/last\n`);
    expect(await isIgnored(scene, "a")).toBe(false);
    expect(await isIgnored(scene, "folder/a")).toBe(false);
    expect(await isIgnored(scene, "huge/first")).toBe(true);
    expect(await isIgnored(scene, "huge/last")).toBe(false);
  });
});
