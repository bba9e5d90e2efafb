import { createTempFolder } from "@parley/test-support";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { setScene } from "./testing/scene.ts";

const TARGET = { means: "target" } as const;
const ENTRY = { means: "entry" } as const;

describe("where a path leads", () => {
  it("is said with what was asked for and what is there", async () => {
    await using scene = await setScene(createTempFolder);
    await mkdir(scene.inside.file("folder"));
    await writeFile(scene.inside.file("folder", "file"), "");
    const path = `${scene.inside.path}/folder/../folder//file`;
    expect(await scene.facts.pathFacts(path, TARGET)).toMatchObject({
      workspace: scene.inside.path,
      roots: [scene.inside.path],
      requested: path,
      real: scene.inside.file("folder", "file"),
      kind: "file",
      isIgnored: false,
    });
    expect(await scene.facts.pathFacts("folder", TARGET)).toMatchObject({
      real: scene.inside.file("folder"),
      kind: "directory",
    });
  });

  it("is the deepest ancestor that exists, and the rest", async () => {
    await using scene = await setScene(createTempFolder);
    await symlink(scene.outside.path, scene.inside.file("link"));
    const facts = await scene.facts.pathFacts(scene.inside.file("link", "new", "file"), TARGET);
    expect(facts).toMatchObject({ real: scene.outside.file("new", "file"), kind: "missing" });
    expect(facts.isIgnored).toBeUndefined();
  });

  it("is through a link, or the link itself", async () => {
    await using scene = await setScene(createTempFolder);
    await writeFile(scene.outside.file("secret"), "");
    await symlink(scene.outside.file("secret"), scene.inside.file("link"));
    const path = scene.inside.file("link");
    expect(await scene.facts.pathFacts(path, TARGET)).toMatchObject({
      real: scene.outside.file("secret"),
      kind: "file",
    });
    expect(await scene.facts.pathFacts(path, ENTRY)).toMatchObject({ real: path, kind: "symlink" });
    const move = await scene.facts.moveFacts(path, scene.inside.file("link", "..", "other"));
    expect(move.from).toMatchObject({ real: path, kind: "symlink" });
    expect(move.to).toMatchObject({ real: scene.inside.file("other"), kind: "missing" });
  });

  it("is another place when the folder was swapped", async () => {
    await using scene = await setScene(createTempFolder);
    await mkdir(scene.inside.file("folder"));
    const path = scene.inside.file("folder", "file");
    expect((await scene.facts.pathFacts(path, TARGET)).real).toBe(path);
    await rm(scene.inside.file("folder"), { recursive: true });
    await symlink(scene.outside.path, scene.inside.file("folder"));
    expect((await scene.facts.pathFacts(path, TARGET)).real).toBe(scene.outside.file("file"));
  });
});

describe("links that lead nowhere", () => {
  it("are links, by where they would lead", async () => {
    await using scene = await setScene(createTempFolder);
    await symlink(scene.outside.file("missing", "file"), scene.inside.file("dangling"));
    expect(await scene.facts.pathFacts(scene.inside.file("dangling"), TARGET)).toMatchObject({
      real: scene.outside.file("missing", "file"),
      kind: "symlink",
    });
    expect(await scene.facts.pathFacts(scene.inside.file("dangling", "below"), TARGET)).toMatchObject({
      real: scene.outside.file("missing", "file", "below"),
      kind: "missing",
    });
  });

  it("are links where they are, if they go round in a circle", async () => {
    await using scene = await setScene(createTempFolder);
    await symlink("b", scene.inside.file("a"));
    await symlink("a", scene.inside.file("b"));
    await symlink(".", scene.inside.file("self"));
    expect(await scene.facts.pathFacts(scene.inside.file("a"), TARGET)).toMatchObject({
      real: scene.inside.file("a"),
      kind: "symlink",
    });
    expect(await scene.facts.pathFacts(scene.inside.file("a", "x", "y"), TARGET)).toMatchObject({
      real: scene.inside.file("a", "x", "y"),
      kind: "missing",
    });
    expect((await scene.facts.pathFacts(scene.inside.file("self", "self", "x"), TARGET)).real).toBe(
      scene.inside.file("x"),
    );
  });

  it("are followed only so often", async () => {
    await using scene = await setScene(createTempFolder);
    for (let index = 0; index < 100; index += 1) await symlink(`l${index + 1}`, scene.inside.file(`l${index}`));
    const facts = await scene.facts.pathFacts(scene.inside.file("l0"), TARGET);
    expect(facts).toMatchObject({ real: scene.inside.file("l0"), kind: "symlink" });
  });
});

describe.runIf(process.platform === "linux")("things that are no files", () => {
  it("in /proc lead to where they lead", async () => {
    await using scene = await setScene(createTempFolder);
    await symlink("/proc/self/root", scene.inside.file("root"));
    expect((await scene.facts.pathFacts(scene.inside.file("root", "etc", "passwd"), TARGET)).real).toBe("/etc/passwd");
    expect((await scene.facts.pathFacts("/proc/self/environ", TARGET)).real).toBe(`/proc/${process.pid}/environ`);
    expect((await scene.facts.pathFacts("/proc/self/fd/9999", TARGET)).kind).toBe("missing");
    expect((await scene.facts.pathFacts("/proc/self/cwd", TARGET)).real).toBe(process.cwd());
  });
});

describe("paths that are none", () => {
  it.each([
    ["", ""],
    ["a\0b", "a\0b"],
  ])("%j stays as it is", async (path, real) => {
    await using scene = await setScene(createTempFolder);
    expect(await scene.facts.pathFacts(path, TARGET)).toMatchObject({ real, kind: "missing" });
  });

  it("are held to a length", async () => {
    await using scene = await setScene(createTempFolder);
    for (const path of [`/${"a/".repeat(50_000)}x`, `/${"a".repeat(100_000)}`, scene.inside.file("a".repeat(300))]) {
      expect((await scene.facts.pathFacts(path, TARGET)).kind).toBe("missing");
    }
  });

  it("below a file are not there", async () => {
    await using scene = await setScene(createTempFolder);
    await writeFile(scene.inside.file("file"), "");
    const path = scene.inside.file("file", "below", "it");
    expect(await scene.facts.pathFacts(path, TARGET)).toMatchObject({ real: path, kind: "missing" });
  });

  it("may have odd names", async () => {
    await using scene = await setScene(createTempFolder);
    for (const name of ["new\nline", " ", "-rf", "ünï", "\u202Egnp", "\\", "*"]) {
      await writeFile(scene.inside.file(name), "");
      expect(await scene.facts.pathFacts(name, TARGET)).toMatchObject({ real: scene.inside.file(name), kind: "file" });
    }
  });

  it.runIf(process.platform === "linux")("cannot name what is no Unicode, but lead past it", async () => {
    await using scene = await setScene(createTempFolder);
    const folder = Buffer.concat([Buffer.from(`${scene.outside.path}/`), Buffer.from([0xff, 0xfe])]);
    await mkdir(folder);
    await symlink(folder, scene.inside.file("link"));
    const facts = await scene.facts.pathFacts(scene.inside.file("link", "x"), TARGET);
    expect(facts.real.startsWith(join(scene.outside.path, "/"))).toBe(true);
  });
});

describe("several roots", () => {
  it("are without links", async () => {
    await using scene = await setScene(createTempFolder);
    await mkdir(scene.outside.file("root"));
    await symlink(scene.outside.file("root"), scene.inside.file("link"));
    await using other = await setScene(createTempFolder, {
      workspace: scene.inside.file("link"),
      roots: [scene.inside.file("link")],
    });
    expect(other.facts.ground).toMatchObject({
      workspace: scene.outside.file("root"),
      roots: [scene.outside.file("root")],
    });
  });

  it("must exist", async () => {
    await expect(setScene(createTempFolder, { roots: ["/not/there"] })).rejects.toMatchObject({
      code: "file_not_found",
    });
  });
});
