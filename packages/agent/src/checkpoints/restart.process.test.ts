import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { STEPS_FILE_BYTES_MAX } from "../limits.ts";
import { removeCheckpoints, stepsFolder, stepsPath } from "./steps-file.ts";
import { startTurns } from "./testing/drive-turns.ts";
import { createGround, inTurn, readFiles, type TestGround } from "./testing/open-checkpoints.ts";

const execute = promisify(execFile);

async function damage(ground: TestGround, text: string): Promise<void> {
  await writeFile(stepsPath(ground.parleyHome, "session"), text);
}

describe("checkpoints after a restart", () => {
  it("can be undone and redone", async () => {
    await using ground = await createGround();
    const first = ground.open();
    await inTurn(first, "1", () => ground.write({ a: "1" }));
    await inTurn(first, "2", () => ground.write({ a: "2" }));
    await first.undo();
    await first[Symbol.asyncDispose]();
    const second = ground.open();
    await second.redo();
    expect(await ground.read()).toEqual({ a: "2" });
    await second.undo();
    await second.undo();
    expect(await ground.read()).toEqual({});
    expect(await ground.open().diff("session")).toBe("No changes.");
  });

  it("are private, and say which format they have", async () => {
    await using ground = await createGround();
    await inTurn(ground.open(), "1", () => ground.write({ a: "1" }));
    const path = stepsPath(ground.parleyHome, "session");
    const { mode } = await stat(path);
    expect(process.platform === "win32" ? 0 : mode & 0o077).toBe(0);
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ v: 1, applied: 1, list: [{ turnId: "1" }] });
  });

  it("know the work of an agent that was killed in the middle of a turn", async () => {
    await using ground = await createGround();
    await ground.write({ a: "0" });
    await using killed = await startTurns(ground, "session");
    expect(await killed.tell({ do: "beforeEffect", turnId: "1" })).toEqual({ notices: [] });
    await ground.write({ a: "1", b: "1" });
    await killed.kill();
    const next = ground.open();
    expect((await next.undo()).changed).toEqual(["a", "b"]);
    expect(await ground.read()).toEqual({ a: "0" });
    expect(ground.notices).toEqual([expect.stringMatching(/^info: A turn was interrupted/)]);
    await next.redo();
    expect(await ground.read()).toEqual({ a: "1", b: "1" });
  });

  it("know it too when a new turn begins first", async () => {
    await using ground = await createGround();
    await using killed = await startTurns(ground, "session");
    await killed.tell({ do: "beforeEffect", turnId: "1" });
    await ground.write({ a: "1" });
    await killed.kill();
    const next = ground.open();
    await inTurn(next, "2", () => ground.write({ a: "2" }));
    await next.undo();
    expect(await ground.read()).toEqual({ a: "1" });
    await next.undo();
    expect(await ground.read()).toEqual({});
  });

  it.each([
    ["no JSON", "{"],
    ["another format", JSON.stringify({ v: 2 })],
    ["no list", JSON.stringify({ v: 1, list: {}, applied: 0, activities: [] })],
    ["a step without parts", JSON.stringify({ v: 1, list: [{ turnId: "1" }], applied: 1, activities: [] })],
    ["more applied than there are", JSON.stringify({ v: 1, list: [], applied: 1, activities: [] })],
    ["odd activities", JSON.stringify({ v: 1, list: [], applied: 0, activities: [1] })],
    ["an odd running step", JSON.stringify({ v: 1, list: [], applied: 0, activities: [], running: {} })],
    ["too much", "x".repeat(STEPS_FILE_BYTES_MAX + 1)],
  ])("are moved aside when their file is damaged: %s", async (_, text) => {
    await using ground = await createGround();
    await inTurn(ground.open(), "1", () => ground.write({ a: "1" }));
    await damage(ground, text);
    const next = ground.open();
    await expect(next.undo()).rejects.toMatchObject({ message: expect.stringMatching(/Nothing to undo/) });
    expect(ground.notices).toEqual([
      expect.stringMatching(/^warning: Earlier changes of this session cannot be undone/),
    ]);
    const names = await readdir(stepsFolder(ground.parleyHome));
    expect(names).toEqual([expect.stringMatching(/^session\.json\.damaged-/)]);
    expect(await readFile(join(stepsFolder(ground.parleyHome), names[0] ?? ""), "utf8")).toBe(text);
    await inTurn(next, "2", () => ground.write({ a: "2" }));
    await next.undo();
    expect(await ground.read()).toEqual({ a: "1" });
  });

  it("are gone with their session", async () => {
    await using ground = await createGround();
    await inTurn(ground.open(), "1", () => ground.write({ a: "1" }));
    await removeCheckpoints(ground.parleyHome, "session");
    await removeCheckpoints(ground.parleyHome, "session");
    await expect(ground.open().undo()).rejects.toMatchObject({ message: expect.stringMatching(/Nothing to undo/) });
  });

  it("are stored under a valid file name, for any session id", async () => {
    await using ground = await createGround();
    const odd = "../../../odd/session\n";
    await inTurn(ground.open(odd), "1", () => ground.write({ a: "1" }));
    expect(await readdir(stepsFolder(ground.parleyHome))).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);
    await ground.open(odd).undo();
    expect(await ground.read()).toEqual({});
  });
});

describe("what cannot be kept", () => {
  it("lets the turn go on with a notice when there is no place for it", async () => {
    await using ground = await createGround();
    await mkdir(ground.parleyHome);
    await writeFile(join(ground.parleyHome, "checkpoints"), "in the way");
    const checkpoints = ground.open();
    for (const turnId of ["1", "2"]) await inTurn(checkpoints, turnId, () => ground.write({ a: turnId }));
    expect(ground.notices.length).toBeGreaterThan(0);
    expect(ground.notices.join("\n")).toMatch(/^warning: /);
    await expect(checkpoints.undo()).rejects.toMatchObject({ code: "usage" });
    await rm(join(ground.parleyHome, "checkpoints"));
    await inTurn(ground.open(), "3", () => ground.write({ a: "3" }));
    expect((await ground.open().undo()).changed).toEqual(["a"]);
  });

  it.skipIf(process.platform === "win32")(
    "is reported when the disk is full, and works again when it has room",
    async () => {
      await using ground = await createGround();
      await ground.write({ "large.txt": "x".repeat(300_000) });
      await using other = await startTurns(ground, "session", 100);
      const { notices } = await other.tell({ do: "beforeEffect", turnId: "1" });
      expect(notices).toEqual([expect.stringMatching(/^warning: This turn cannot be undone: /)]);
      await ground.write({ a: "1" });
      expect(await other.tell({ do: "beforeEffect", turnId: "1" })).toEqual({ notices: [] });
      expect(await other.tell({ do: "endTurn", turnId: "1" })).toEqual({ notices: [] });
      expect(await other.tell({ do: "undo" })).toEqual({ notices: [], error: "usage" });
      expect(await ground.read()).toMatchObject({ a: "1" });
      if (!existsSync("/usr/bin/prlimit")) return;
      await execute("prlimit", ["--pid", String(other.pid), "--fsize=unlimited"]);
      await other.tell({ do: "beforeEffect", turnId: "2" });
      await ground.write({ a: "2" });
      await other.tell({ do: "endTurn", turnId: "2" });
      expect(await other.tell({ do: "undo" })).toEqual({ notices: [], changed: ["a"] });
    },
  );

  it("ends the checkpoints of a session when a snapshot takes too long", async () => {
    await using ground = await createGround();
    await ground.write(Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, "x"])));
    const checkpoints = ground.open("session", { limits: { snapshotMs: 0 } });
    for (const turnId of ["1", "2"]) await inTurn(checkpoints, turnId, () => ground.write({ a: turnId }));
    expect(ground.notices).toEqual([expect.stringMatching(/^warning: \/undo is no longer available in this session/)]);
  });

  it("says what is not in a checkpoint", async () => {
    await using ground = await createGround();
    await ground.write({ "huge.bin": "x".repeat(9 * 1_024 * 1_024) });
    await inTurn(ground.open(), "1", () => ground.write({ a: "1" }));
    expect(ground.notices).toEqual([expect.stringMatching(/^info: Some files are too large.*huge\.bin$/)]);
  });

  it("is reported when a snapshot is gone, and older ones with it", async () => {
    await using ground = await createGround();
    const checkpoints = ground.open();
    await inTurn(checkpoints, "1", () => ground.write({ a: "1" }));
    await inTurn(checkpoints, "2", () => ground.write({ a: "2" }));
    await checkpoints[Symbol.asyncDispose]();
    const next = ground.open();
    for (const path of Object.keys(await readFiles(ground.parleyHome))) {
      if (/snapshots.*\.json$/.test(path)) await rm(join(ground.parleyHome, path));
    }
    await expect(next.undo()).rejects.toMatchObject({
      code: "snapshot_not_found",
      message: expect.stringMatching(/has expired/),
    });
    await expect(next.undo()).rejects.toMatchObject({ message: expect.stringMatching(/Nothing to undo/) });
    expect(await ground.read()).toEqual({ a: "2" });
  });

  it.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "is tried again when a file could not be put back",
    async () => {
      await using ground = await createGround();
      await ground.write({ "sub/a": "0", b: "0" });
      const checkpoints = ground.open();
      await inTurn(checkpoints, "1", () => ground.write({ "sub/a": "1", b: "1" }));
      await chmod(join(ground.cwd, "sub"), 0o500);
      expect(await checkpoints.undo()).toMatchObject({ changed: ["b"], leftAlone: [{ path: "sub/a" }] });
      await chmod(join(ground.cwd, "sub"), 0o700);
      expect((await checkpoints.undo()).changed).toContain("sub/a");
      expect(await ground.read()).toEqual({ "sub/a": "0", b: "0" });
    },
  );

  it("is only what is damaged, and does not stand in the way", async () => {
    await using ground = await createGround();
    await ground.write({ a: "a".repeat(1_000) });
    const checkpoints = ground.open();
    await inTurn(checkpoints, "1", () => ground.write({ z: "z".repeat(1_000) }));
    await inTurn(checkpoints, "2", () => ground.write({ a: null, z: null }));
    for (const path of Object.keys(await readFiles(ground.parleyHome))) {
      const full = join(ground.parleyHome, path);
      const bytes = path.endsWith(".pack") ? await readFile(full) : Buffer.alloc(0);
      if (bytes.includes("aaa")) await writeFile(full, bytes.fill("b"));
    }
    expect(await checkpoints.undo()).toMatchObject({ changed: ["z"], leftAlone: [{ path: "a" }] });
    expect((await checkpoints.undo()).changed).toEqual(["z"]);
    expect(await ground.read()).toEqual({});
  });

  it("is bounded: the oldest steps go", async () => {
    await using ground = await createGround();
    const checkpoints = ground.open("session", { limits: { stepsMax: 3 } });
    for (let turn = 1; turn <= 5; turn += 1) await inTurn(checkpoints, `${turn}`, () => ground.write({ a: `${turn}` }));
    for (let turn = 1; turn <= 3; turn += 1) await checkpoints.undo();
    await expect(checkpoints.undo()).rejects.toMatchObject({ message: expect.stringMatching(/Nothing to undo/) });
    expect(await ground.read()).toEqual({ a: "2" });
  });
});

describe("undo and redo", () => {
  it("works in a repository with uncommitted changes, and does not touch it", async () => {
    await using ground = await createGround();
    const git = (...args: readonly string[]): string =>
      execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.com", ...args], {
        cwd: ground.cwd,
        encoding: "utf8",
      });
    git("init", "-q");
    await ground.write({ a: "committed\n" });
    git("add", "a");
    git("commit", "-qm", "a");
    await ground.write({ a: "uncommitted\n" });
    const status = git("status", "--porcelain");
    const checkpoints = ground.open();
    await inTurn(checkpoints, "1", () => ground.write({ a: "turn\n", b: "turn\n" }));
    await checkpoints.undo();
    expect(await readFile(join(ground.cwd, "a"), "utf8")).toBe("uncommitted\n");
    expect(git("status", "--porcelain")).toBe(status);
    expect(git("stash", "list")).toBe("");
  });
});
