import { formatSessionEvent, type SessionEvent } from "@parley/acp";
import type { LogLevel } from "@parley/base";
import { bundleProgram, createTempFolder } from "@parley/test-support";
import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createFileSessionStore } from "../create-file-session-store.ts";
import type { LogFailure } from "../session-store.ts";
import { startDriver } from "../testing/drive.ts";
import { chunkOf, eventsOf, promptOf, recordInto, STOP } from "../testing/record.ts";

const execute = promisify(execFile);
const driver = (): Promise<string> => bundleProgram(new URL("../testing/store-driver.main.ts", import.meta.url));
const NEW = { id: "s1", agent: { name: "x" }, cwd: "/code" };

describe.skipIf(process.platform === "win32")("a disk that is full", () => {
  it("is reported once, leaves no partial line, and everything is written once there is space", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await using other = startDriver(await driver(), temp.path, { fileKibMax: 100 });
    await other.tell({ do: "create", id: "s1" });
    const full = await other.tell({ do: "append", count: 300, chars: 1_000 });
    expect(full).toMatchObject({ failures: ["disk_full"], lastSeq: 300 });
    // The system took a part of a line, which was taken back.
    expect(statSync(temp.file("s1.ndjson")).size).toBeLessThan(100 * 1_024);
    expect(readFileSync(temp.file("s1.ndjson")).at(-1)).toBe(10);
    const halfway = await store.read("s1");
    const kept = await eventsOf(halfway);
    expect(kept.length).toBeGreaterThan(50);
    expect(kept.length).toBeLessThan(100);
    expect(halfway.damage).toEqual([]);
    expect(await other.tell({ do: "sync" })).toMatchObject({ failures: ["disk_full"] });
    if (!existsSync("/usr/bin/prlimit")) return;
    await execute("prlimit", ["--pid", String(other.pid), "--fsize=unlimited"]);
    await other.tell({ do: "append", count: 1, chars: 1 });
    expect(await other.tell({ do: "close" })).toMatchObject({ failures: ["disk_full"], lastSeq: 301 });
    const read = await store.read("s1");
    expect((await eventsOf(read)).map(({ seq }) => seq)).toEqual(Array.from({ length: 301 }, (_, index) => index + 1));
    expect(read.damage).toEqual([]);
    expect(await store.list()).toMatchObject([{ id: "s1" }]);
  });

  it.skipIf(!existsSync("/usr/bin/prlimit"))("loses what finds no room to wait, and says how much", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    const limits = { waitingCharsMax: 20_000 };
    await using other = startDriver(await driver(), temp.path, { fileKibMax: 100, limits });
    await other.tell({ do: "create", id: "s1" });
    await other.tell({ do: "append", count: 300, chars: 1_000 });
    await execute("prlimit", ["--pid", String(other.pid), "--fsize=unlimited"]);
    await other.tell({ do: "sync" });
    await other.tell({ do: "append", count: 2, chars: 1 });
    expect(await other.tell({ do: "close" })).toMatchObject({ failures: ["disk_full"] });
    const read = await store.read("s1");
    const events = await eventsOf(read);
    const kept = events.findIndex(({ type }) => type === "note");
    expect(kept).toBeGreaterThan(90);
    expect(events.map(({ seq }) => seq)).toEqual([
      ...Array.from({ length: kept }, (_, index) => index + 1),
      300,
      301,
      302,
    ]);
    expect(events[kept]).toMatchObject({ text: expect.stringContaining(`${300 - kept} events were lost`) });
    expect(read.damage).toEqual([]);
  });

  it("loses only unwritten events when the process is killed", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await using other = startDriver(await driver(), temp.path, { fileKibMax: 100 });
    await other.tell({ do: "create", id: "s1" });
    await other.tell({ do: "append", count: 300, chars: 1_000 });
    await other.kill();
    const before = await eventsOf(await store.read("s1"));
    const { log } = await store.open("s1");
    expect(log.lastSeq).toBe(before.length);
    const { add, events } = recordInto(log);
    add(STOP);
    await log.close();
    expect(await eventsOf(await store.read("s1"))).toEqual([...before, ...events]);
  });

  it("prevents a session from starting, and leaves no files", async () => {
    await using temp = await createTempFolder();
    await using other = startDriver(await driver(), temp.path, { fileKibMax: 0 });
    expect(await other.tell({ do: "create", id: "s1" })).toMatchObject({ error: { code: "disk_full" } });
    expect(existsSync(temp.file("s1.ndjson"))).toBe(false);
    expect(await createFileSessionStore({ folder: temp.path }).list()).toEqual([]);
  });
});

describe("a log that is removed while it is written", () => {
  it.each(["the file", "the folder", "the file, and another put there"])("%s", async (what) => {
    await using temp = await createTempFolder();
    const folder = temp.file("sessions");
    const failures: LogFailure[] = [];
    const store = createFileSessionStore({ folder, onFailure: (failure) => failures.push(failure) });
    const log = await store.create(NEW);
    const { add, events } = recordInto(log);
    add(promptOf("one"), STOP);
    await log.sync();
    if (what === "the folder") rmSync(folder, { recursive: true });
    else rmSync(temp.file("sessions", "s1.ndjson"));
    if (what.includes("another")) writeFileSync(temp.file("sessions", "s1.ndjson"), "something without an end");
    add(promptOf("two"));
    await log.sync();
    add(promptOf("three"), STOP);
    await log.sync();
    expect(failures).toMatchObject([{ sessionId: "s1", error: { code: "file_not_found" } }]);
    expect(
      await createFileSessionStore({ folder })
        .open("s1")
        .catch((error: unknown) => error),
    ).toMatchObject({
      code: "session_busy",
    });
    await log.close();
    const read = await store.read("s1");
    const [note, ...rest] = await eventsOf(read);
    expect(note).toMatchObject({ type: "note", seq: 3, text: expect.stringContaining("removed") });
    expect(rest).toEqual(events.slice(3));
    expect(read.damage).toHaveLength(what.includes("another") ? 1 : 0);
    expect(read.info).toMatchObject({ agent: { name: "x" }, turns: 3 });
    const again = await store.open("s1");
    expect(again.log.lastSeq).toBe(5);
    await again.log.close();
  });

  it("is reported once until it can be created again, and then is", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("sessions");
    const failures: LogFailure[] = [];
    const store = createFileSessionStore({ folder, onFailure: (failure) => failures.push(failure) });
    const log = await store.create(NEW);
    const { add } = recordInto(log);
    add(promptOf("one"));
    await log.sync();
    renameSync(folder, temp.file("elsewhere"));
    writeFileSync(folder, "no folder");
    for (let round = 0; round < 3; round += 1) {
      add(promptOf("more"), STOP);
      await log.sync();
    }
    expect(failures).toMatchObject([{ error: { code: "file_path_invalid" } }]);
    rmSync(folder);
    add(promptOf("last"));
    await log.sync();
    await log.close();
    expect((await eventsOf(await store.read("s1"))).at(-1)).toMatchObject({ type: "note" });
    expect(failures).toHaveLength(1);
  });
});

describe("a log", () => {
  it("survives a failure listener that throws", async () => {
    await using temp = await createTempFolder();
    const told: [LogLevel, string][] = [];
    const store = createFileSessionStore({
      folder: temp.file("sessions"),
      log: { write: (level, message) => told.push([level, message]) },
      onFailure: () => {
        throw new Error("no");
      },
    });
    const log = await store.create(NEW);
    rmSync(temp.file("sessions"), { recursive: true });
    recordInto(log).add(promptOf("one"));
    await log.close();
    expect(told.map(([, message]) => message)).toContainEqual(expect.stringContaining("threw"));
    expect(await store.list()).toHaveLength(1);
  });

  it("ends with one note when it is full, even if it is opened again", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path, limits: { logBytesMax: 5_000 } });
    const log = await store.create(NEW);
    const { add, events } = recordInto(log);
    for (let index = 0; index < 50; index += 1) add(chunkOf("x".repeat(200)));
    add(promptOf("still counted"));
    await log.close();
    const read = await eventsOf(await store.read("s1"));
    const last = read.pop();
    expect(read).toEqual(events.slice(0, read.length));
    expect(last).toMatchObject({ type: "note", level: "warning", seq: read.length + 1 });
    expect(last).toMatchObject({ text: expect.stringContaining("size limit") });
    expect((await store.list())[0]).toMatchObject({ turns: 1, title: "still counted" });
    const again = await store.open("s1");
    recordInto(again.log).add(promptOf("more"), chunkOf("more"));
    await again.log.close();
    expect(await eventsOf(await store.read("s1"))).toEqual([...read, last]);
    // With a higher limit it continues.
    const roomy = await createFileSessionStore({ folder: temp.path }).open("s1");
    const more = recordInto(roomy.log);
    more.add(promptOf("on"));
    await roomy.log.close();
    expect(await eventsOf(await store.read("s1"))).toEqual([...read, last, ...more.events]);
  });

  it("flushes long content on its own", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path, limits: { flushChars: 1_000 } });
    const log = await store.create(NEW);
    const event = (seq: number): SessionEvent => ({
      v: 1,
      seq,
      at: 1,
      sessionId: "s1",
      type: "note",
      level: "info",
      text: "y".repeat(300),
    });
    for (let seq = 1; seq <= 2; seq += 1) log.append(event(seq), formatSessionEvent(event(seq)));
    expect(await eventsOf(await store.read("s1"))).toEqual([]);
    for (let seq = 3; seq <= 4; seq += 1) log.append(event(seq), formatSessionEvent(event(seq)));
    expect((await eventsOf(await store.read("s1"))).length).toBeGreaterThanOrEqual(3);
    await log.close();
  });

  it.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "cannot be begun where nothing may be written",
    async () => {
      await using temp = await createTempFolder();
      mkdirSync(temp.file("closed"));
      chmodSync(temp.file("closed"), 0o500);
      const store = createFileSessionStore({ folder: temp.file("closed", "sessions") });
      await expect(store.create(NEW)).rejects.toMatchObject({ code: "file_denied" });
    },
  );
});
