import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createGround, inTurn, readFiles, writeFiles } from "./testing/open-checkpoints.ts";

describe("undo and redo", () => {
  it("undoes a turn and redoes it", async () => {
    await using ground = await createGround();
    await ground.write({ "a.txt": "old\n", "gone.txt": "gone\n", "sub/moved.txt": "x\n".repeat(20) });
    const start = await ground.read();
    const checkpoints = ground.open();
    await inTurn(checkpoints, "1", async () => {
      await ground.write({ "a.txt": "new\n", "gone.txt": null, "deep/er/added.txt": "added\n" });
      await rename(join(ground.cwd, "sub/moved.txt"), join(ground.cwd, "renamed.txt"));
      await symlink("a.txt", join(ground.cwd, "link"));
      await writeFile(join(ground.cwd, "tool.sh"), "#!/bin/sh\n");
      await chmod(join(ground.cwd, "tool.sh"), 0o755);
    });
    const end = await ground.read();
    expect(await checkpoints.undo()).toEqual({
      changed: ["a.txt", "deep/er/added.txt", "gone.txt", "link", "renamed.txt", "tool.sh"],
      leftAlone: [],
    });
    expect(await ground.read()).toEqual(start);
    const redone = await checkpoints.redo();
    expect(redone.leftAlone).toEqual([]);
    expect(await ground.read()).toEqual(end);
    expect((await stat(join(ground.cwd, "tool.sh"))).mode & 0o111).toBe(0o111);
    expect(ground.notices).toEqual([]);
  });

  it("reports that there is nothing to undo or redo", async () => {
    await using ground = await createGround();
    const checkpoints = ground.open();
    await expect(checkpoints.undo()).rejects.toMatchObject({
      code: "usage",
      message: expect.stringMatching(/Nothing to undo/),
    });
    await expect(checkpoints.redo()).rejects.toMatchObject({
      code: "usage",
      message: expect.stringMatching(/Nothing to redo/),
    });
    await inTurn(checkpoints, "1", () => ground.write({ a: "1" }));
    await expect(checkpoints.redo()).rejects.toMatchObject({ message: expect.stringMatching(/Nothing to redo/) });
    await checkpoints.undo();
    await expect(checkpoints.undo()).rejects.toMatchObject({ message: expect.stringMatching(/Nothing to undo/) });
  });

  it("undoes and redoes several steps, and a new turn with changes drops undone ones", async () => {
    await using ground = await createGround();
    const checkpoints = ground.open();
    for (const number of ["1", "2", "3"]) await inTurn(checkpoints, number, () => ground.write({ a: number }));
    await checkpoints.undo();
    await checkpoints.undo();
    expect(await ground.read()).toEqual({ a: "1" });
    await checkpoints.redo();
    expect(await ground.read()).toEqual({ a: "2" });
    await inTurn(checkpoints, "reads only", () => Promise.resolve());
    await checkpoints.redo();
    expect(await ground.read()).toEqual({ a: "3" });
    await checkpoints.undo();
    await inTurn(checkpoints, "4", () => ground.write({ b: "4" }));
    await expect(checkpoints.redo()).rejects.toMatchObject({ message: expect.stringMatching(/Nothing to redo/) });
    await checkpoints.undo();
    await checkpoints.undo();
    expect(await ground.read()).toEqual({ a: "1" });
  });

  it("writes nothing for turns without an effect, and no step for one that changed nothing", async () => {
    await using ground = await createGround();
    await ground.write({ a: "1" });
    const checkpoints = ground.open();
    await checkpoints.endTurn("1");
    await checkpoints[Symbol.asyncDispose]();
    expect(await readdir(ground.parleyHome).catch(() => "nothing")).toBe("nothing");
    const second = ground.open();
    await inTurn(second, "2", () => ground.write({ a: "1" }));
    await expect(second.undo()).rejects.toMatchObject({ message: expect.stringMatching(/Nothing to undo/) });
  });

  it("takes one snapshot for all effects of a turn", async () => {
    await using ground = await createGround();
    await ground.write({ a: "1" });
    const checkpoints = ground.open();
    await Promise.all(["1", "1", "1"].map((turnId) => checkpoints.beforeEffect(turnId)));
    await ground.write({ a: "2" });
    await checkpoints.beforeEffect("1");
    await ground.write({ a: "3" });
    await checkpoints.endTurn("1");
    expect(
      Object.keys(await readFiles(ground.parleyHome)).filter((path) => /snapshots.*json$/.test(path)),
    ).toHaveLength(2);
    await checkpoints.undo();
    expect(await ground.read()).toEqual({ a: "1" });
  });

  it("aborts a snapshot that is no longer needed", async () => {
    await using ground = await createGround();
    await ground.write({ a: "0" });
    const checkpoints = ground.open();
    const begun = checkpoints.beforeEffect("cancelled");
    await Promise.all([begun, checkpoints.endTurn("cancelled")]);
    expect(Object.keys(await readFiles(ground.cwd))).toEqual(["a"]);
    const kept = await readFiles(ground.parleyHome).catch(() => ({}));
    expect(Object.keys(kept)).toEqual([]);
    await inTurn(checkpoints, "1", () => ground.write({ a: "1" }));
    await checkpoints.undo();
    expect(await ground.read()).toEqual({ a: "0" });
    expect(ground.notices).toEqual([]);
  });

  it("does not undo in the middle of a turn", async () => {
    await using ground = await createGround();
    const checkpoints = ground.open();
    await inTurn(checkpoints, "1", () => ground.write({ a: "1" }));
    await checkpoints.beforeEffect("2");
    await expect(checkpoints.undo()).rejects.toMatchObject({ code: "session_busy" });
    await checkpoints.endTurn("2");
    await checkpoints.undo();
    expect(await ground.read()).toEqual({});
  });

  it("leaves files alone that were changed by others since, and reports them", async () => {
    await using ground = await createGround();
    await ground.write({ mine: "0", yours: "0", "made-by-you": "0" });
    const checkpoints = ground.open();
    await inTurn(checkpoints, "1", () => ground.write({ mine: "1", yours: "1", added: "1" }));
    await ground.write({ yours: "yours", "made-by-you": "yours" });
    const why = "it has been changed since";
    expect(await checkpoints.undo()).toEqual({ changed: ["added", "mine"], leftAlone: [{ path: "yours", why }] });
    expect(await ground.read()).toEqual({ mine: "0", yours: "yours", "made-by-you": "yours" });
    expect(await checkpoints.redo()).toEqual({ changed: ["added", "mine"], leftAlone: [{ path: "yours", why }] });
    expect(await ground.read()).toEqual({ mine: "1", yours: "yours", "made-by-you": "yours", added: "1" });
  });

  it("steps over a turn of which nothing can be put back", async () => {
    await using ground = await createGround();
    const checkpoints = ground.open();
    await inTurn(checkpoints, "1", () => ground.write({ a: "1" }));
    await inTurn(checkpoints, "2", () => ground.write({ b: "2" }));
    await ground.write({ b: "yours" });
    expect((await checkpoints.undo()).changed).toEqual([]);
    expect((await checkpoints.undo()).changed).toEqual(["a"]);
    expect(await ground.read()).toEqual({ b: "yours" });
  });
});

describe("what a checkpoint covers", () => {
  it("covers ignored files that are named, at the first effect or later", async () => {
    await using ground = await createGround();
    await ground.write({ ".gitignore": "*.env\n", "one.env": "1", "two.env": "1", a: "1" });
    await mkdir(join(ground.cwd, ".git"));
    const checkpoints = ground.open();
    const start = await ground.read();
    await checkpoints.beforeEffect("1", [join(ground.cwd, "one.env")]);
    await ground.write({ a: "2", "one.env": "2" });
    await checkpoints.beforeEffect("1", [join(ground.cwd, "two.env"), join(ground.cwd, "new.env")]);
    await ground.write({ "one.env": "3", "two.env": "3", "new.env": "3", b: "3" });
    await checkpoints.endTurn("1");
    const end = await ground.read();
    expect(await checkpoints.diff("turn")).toMatch(/5 files changed[^]*two\.env/);
    expect((await checkpoints.undo()).changed).toEqual(["a", "b", "new.env", "one.env", "two.env"]);
    expect(await ground.read()).toEqual(start);
    await checkpoints.redo();
    expect(await ground.read()).toEqual(end);
    await expect(checkpoints.redo()).rejects.toMatchObject({ message: expect.stringMatching(/Nothing to redo/) });
  });

  it("covers every folder of the session once", async () => {
    await using ground = await createGround();
    const second = join(ground.cwd, "../second");
    await mkdir(second);
    await ground.write({ "sub/a": "1" });
    const checkpoints = ground.open("session", { roots: [ground.cwd, join(ground.cwd, "sub"), second] });
    await inTurn(checkpoints, "1", async () => {
      await ground.write({ "sub/a": "2" });
      await writeFiles(second, { b: "2" });
    });
    expect((await checkpoints.undo()).changed).toEqual([join(second, "b"), "sub/a"]);
    expect(await readFiles(second)).toEqual({});
    expect(await ground.read()).toEqual({ "sub/a": "1" });
  });

  it("leaves our own home alone when it is in the workspace", async () => {
    await using ground = await createGround();
    const parleyHome = join(ground.cwd, "home");
    await ground.write({ a: "1", "home/log": "1" });
    const checkpoints = ground.open("session", { parleyHome });
    await inTurn(checkpoints, "1", () => ground.write({ a: "2", "home/log": "2" }));
    expect(await checkpoints.diff("turn")).not.toContain("home/log");
    expect(await checkpoints.undo()).toEqual({ changed: ["a"], leftAlone: [] });
    expect(await readFile(join(parleyHome, "log"), "utf8")).toBe("2");
  });

  it("is nothing in the home folder, with a notice, once", async () => {
    await using ground = await createGround();
    const checkpoints = ground.open("session", { roots: [homedir()] });
    for (const turnId of ["1", "2"]) await inTurn(checkpoints, turnId, () => Promise.resolve());
    expect(ground.notices).toEqual([expect.stringMatching(/^info: No checkpoints for .*to use \/undo$/)]);
    await expect(checkpoints.undo()).rejects.toMatchObject({ message: expect.stringMatching(/Nothing to undo/) });
  });

  it("is what can be had when a folder is gone", async () => {
    await using ground = await createGround();
    await rm(ground.cwd, { recursive: true });
    const checkpoints = ground.open();
    await inTurn(checkpoints, "1", () => Promise.resolve());
    expect(ground.notices).toEqual([expect.stringMatching(/^warning: .*folder not found$/)]);
  });
});
