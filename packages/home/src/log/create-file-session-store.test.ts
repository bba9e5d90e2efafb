import { formatSessionEvent, SESSION_EVENT_VERSION, type SessionEvent } from "@parley/acp";
import { createId, type LogLevel } from "@parley/base";
import { createFakeClock, createTempFolder, type TempFolder } from "@parley/test-support";
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createFileSessionStore, type FileSessionStoreOptions } from "./create-file-session-store.ts";
import type { NewSession, SessionStore } from "./session-store.ts";
import { chunkOf, eventsOf, promptOf, recordInto, STOP } from "./testing/record.ts";

const session = (fields: Partial<NewSession> = {}): NewSession => ({
  id: createId(),
  agent: { name: "goose" },
  cwd: "/code",
  ...fields,
});

function storeIn(temp: TempFolder, options: Partial<FileSessionStoreOptions> = {}): SessionStore {
  return createFileSessionStore({ folder: temp.file("home", "sessions"), ...options });
}

describe("a store", () => {
  it("returns the appended events, to another store as well", async () => {
    await using temp = await createTempFolder();
    const log = await storeIn(temp).create(session({ id: "s1" }));
    const { add, events } = recordInto(log);
    add(promptOf("Hello"), chunkOf("Hi "), chunkOf("there 👋 \u2028 é"), STOP);
    await log.close();
    const read = await storeIn(temp).read("s1");
    expect(await eventsOf(read)).toEqual(events);
    expect(await eventsOf(read)).toEqual(events);
    expect(read.damage).toEqual([]);
  });

  it("derives title, turns, times and the agent's id from the log", async () => {
    await using temp = await createTempFolder();
    const clock = createFakeClock(1_000);
    const store = storeIn(temp, { clock });
    const agent = { name: "mine", title: "Mine", command: "node", args: ["agent.mjs", "--acp"] };
    const log = await store.create(session({ id: "s1", agent, forkedFrom: "s0" }));
    expect(await store.list()).toEqual([
      {
        id: "s1",
        agent,
        cwd: "/code",
        forkedFrom: "s0",
        title: "New Session",
        createdAtMs: 1_000,
        updatedAtMs: 1_000,
        turns: 0,
      },
    ]);
    clock.advance(500);
    const { add } = recordInto(log, clock);
    add(
      { type: "agent_started", agent: { name: "x" }, agentSessionId: "a1", cwd: "/code" },
      { type: "prompt", prompt: [{ type: "resource_link", name: "a", uri: "file:///a" }] },
      STOP,
      promptOf("Mend the parser"),
      STOP,
    );
    const expected = { id: "s1", agent, agentSessionId: "a1", title: "Mend the parser", updatedAtMs: 1_500, turns: 2 };
    // Before and after a sync, and rebuilt from the log alone.
    expect((await store.list())[0]).toMatchObject(expected);
    await log.sync();
    expect((await storeIn(temp).list())[0]).toMatchObject(expected);
    add({ type: "update", update: { sessionUpdate: "session_info_update", title: "A\nbetter title" } });
    expect((await store.read("s1")).info.title).toBe("A better title");
    add({ type: "update", update: { sessionUpdate: "session_info_update", updatedAt: "x" } });
    await log.close();
    writeFileSync(temp.file("home", "sessions", "index.journal"), "");
    const info = { ...expected, title: "A better title", cwd: "/code", createdAtMs: 1_000, forkedFrom: "s0" };
    expect(await storeIn(temp).list()).toEqual([info]);
  });

  it("counts a turn once even if it starts during a sync", async () => {
    await using temp = await createTempFolder();
    const log = await storeIn(temp).create(session({ id: "s1" }));
    const synced = log.sync();
    const prompt: SessionEvent = { v: 1, seq: 1, at: 1, sessionId: "s1", type: "prompt", prompt: [] };
    log.append(prompt, formatSessionEvent(prompt));
    await synced;
    log.flush();
    expect(await storeIn(temp).list()).toMatchObject([{ turns: 1 }]);
    await log.close();
    expect(await storeIn(temp).list()).toMatchObject([{ turns: 1 }]);
  });

  it("drops the agent's title when the agent clears it", async () => {
    await using temp = await createTempFolder();
    const store = storeIn(temp);
    const log = await store.create(session({ id: "s1" }));
    const { add } = recordInto(log);
    add(promptOf("first"), { type: "update", update: { sessionUpdate: "session_info_update", title: "named" } });
    add({ type: "update", update: { sessionUpdate: "session_info_update", title: null } }, promptOf("second"));
    await log.close();
    expect((await store.read("s1")).info.title).toBe("first");
  });

  it("lists sessions by folder and by agent, latest first", async () => {
    await using temp = await createTempFolder();
    const clock = createFakeClock();
    const store = storeIn(temp, { clock });
    for (const [id, name, cwd] of [
      ["a", "x", "/one"],
      ["b", "y", "/one"],
      ["c", "x", "/two/"],
    ] as const) {
      clock.advance(10);
      await (await store.create(session({ id, agent: { name }, cwd }))).close();
    }
    clock.advance(10);
    const { log } = await store.open("a");
    recordInto(log, clock).add(promptOf("again"));
    await log.close();
    const ids = async (filter: Parameters<SessionStore["list"]>[0]): Promise<string[]> =>
      (await store.list(filter)).map(({ id }) => id);
    expect(await ids({})).toEqual(["a", "c", "b"]);
    expect(await ids({ limit: 2 })).toEqual(["a", "c"]);
    expect(await ids({ agent: "x" })).toEqual(["a", "c"]);
    expect(await ids({ cwd: "/two" })).toEqual(["c"]);
    expect(await ids({ cwd: "/one", limit: 1 })).toEqual(["a"]);
    expect(await ids({ limit: 0 })).toEqual([]);
  });

  it("continues a session after its last sequence number", async () => {
    await using temp = await createTempFolder();
    const store = storeIn(temp);
    const first = await store.create(session({ id: "s1" }));
    expect(first.lastSeq).toBe(0);
    const one = recordInto(first);
    one.add(promptOf("one"), STOP);
    await first.close();
    const { log, info } = await store.open("s1");
    expect([log.lastSeq, info.turns]).toEqual([2, 1]);
    const two = recordInto(log);
    two.add(promptOf("two"));
    expect(log.lastSeq).toBe(3);
    await log.close();
    expect(await eventsOf(await store.read("s1"))).toEqual([...one.events, ...two.events]);
  });

  it("is empty before the first session, and rejects invalid input", async () => {
    await using temp = await createTempFolder();
    const store = storeIn(temp);
    expect(await store.list()).toEqual([]);
    expect(await store.find("abcd")).toBeUndefined();
    await expect(store.read("s1")).rejects.toMatchObject({ code: "session_not_found" });
    await expect(store.open("s1")).rejects.toMatchObject({ code: "session_not_found" });
    await expect(store.delete("s1")).rejects.toMatchObject({ code: "session_not_found" });
    for (const id of ["../x", "", ".x", "a/b", "a".repeat(65), "+index"]) {
      await expect(store.create(session({ id }))).rejects.toMatchObject({ code: "usage" });
      await expect(store.read(id)).rejects.toMatchObject({ code: "session_not_found" });
      await expect(store.delete(id)).rejects.toMatchObject({ code: "session_not_found" });
    }
    await (await store.create(session({ id: "s1" }))).close();
    await expect(store.create(session({ id: "s1" }))).rejects.toMatchObject({ code: "usage" });
    // What was refused holds nothing.
    await (await store.open("s1")).log.close();
  });

  it("finds a session by id, by the start of an id, and by the agent's id", async () => {
    await using temp = await createTempFolder();
    const store = storeIn(temp);
    for (const id of ["abcd-1", "abcd-2", "abxy-3"]) {
      await (await store.create(session({ id, agentSessionId: id === "abxy-3" ? "abcd" : "twice" }))).close();
    }
    expect((await store.find("abcd-2"))?.id).toBe("abcd-2");
    expect((await store.find("ABXY"))?.id).toBe("abxy-3");
    // Exactly the agent's id counts more than the beginning of another.
    expect((await store.find("abcd"))?.id).toBe("abxy-3");
    expect(await store.find("abx")).toBeUndefined();
    expect(await store.find("nothing")).toBeUndefined();
    await expect(store.find("abcd-")).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining("abcd-1"),
    });
    await expect(store.find("twice")).rejects.toMatchObject({ code: "usage" });
  });

  it("deletes a session and all its files", async () => {
    await using temp = await createTempFolder();
    const store = storeIn(temp);
    for (const id of ["s1", "s2"]) {
      const log = await store.create(session({ id }));
      recordInto(log).add(promptOf(`something private in ${id}`));
      await log.sync();
      await log.close();
    }
    const open = await store.open("s1");
    await expect(store.delete("s1")).rejects.toMatchObject({
      code: "session_busy",
      message: expect.stringContaining(`this process (pid ${process.pid})`),
    });
    await open.log.close();
    await store.delete("s1");
    expect((await store.list()).map(({ id }) => id)).toEqual(["s2"]);
    await expect(store.read("s1")).rejects.toMatchObject({ code: "session_not_found" });
    const folder = temp.file("home", "sessions");
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name).toSorted()).toEqual(["index.journal", "s2.ndjson"]);
    expect(readFileSync(temp.file("home", "sessions", "index.journal"), "utf8")).not.toMatch(/\bs1\b/);
    expect((await store.read("s2")).info.title).toBe("something private in s2");
  });

  it.skipIf(process.platform === "win32")("is readable by its owner only", async () => {
    await using temp = await createTempFolder();
    const log = await storeIn(temp).create(session({ id: "s1" }));
    await log.sync();
    for (const entry of readdirSync(temp.path, { recursive: true }) as string[]) {
      expect([entry, statSync(temp.file(entry)).mode & 0o077]).toEqual([entry, 0]);
    }
    await log.close();
  });

  it("keeps the whole log readable for every reader of events", async () => {
    await using temp = await createTempFolder();
    const log = await storeIn(temp).create(session({ id: "s1" }));
    recordInto(log).add(promptOf("x"));
    await log.close();
    const lines = readFileSync(temp.file("home", "sessions", "s1.ndjson"), "utf8")
      .trimEnd()
      .split("\n");
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        v: SESSION_EVENT_VERSION,
        seq: 0,
        type: "note",
        schemaVersion: 1,
        session: { agent: { name: "goose" }, cwd: "/code" },
      },
      { v: SESSION_EVENT_VERSION, seq: 1, type: "prompt" },
    ]);
  });

  it("redacts secrets in command lines, errors and forms, and nothing else", async () => {
    await using temp = await createTempFolder();
    const store = storeIn(temp);
    const log = await store.create(session({ id: "s1" }));
    recordInto(log).add(
      { type: "terminal", terminalId: "t", command: "TOKEN=hunter2 run", output: "TOKEN=hunter2" },
      { type: "agent_crashed", message: "PASSWORD=hunter2" },
      { type: "stop", error: { code: 1, message: "API_KEY=hunter2" } },
      { type: "note", level: "info", text: "SECRET=hunter2" },
      {
        type: "elicitation_answered",
        interactionId: "i",
        response: { action: "accept", content: { password: "hunter2", name: "Ann" } },
        by: "user",
      },
    );
    await log.close();
    expect(await eventsOf(await store.read("s1"))).toMatchObject([
      { command: "TOKEN=… run", output: "TOKEN=hunter2" },
      { message: "PASSWORD=…" },
      { error: { code: 1, message: "API_KEY=…" } },
      { text: "SECRET=…" },
      { response: { action: "accept", content: { password: "…", name: "Ann" } } },
    ]);
  });

  it("reads a log of a newer version, but does not write to it", async () => {
    await using temp = await createTempFolder();
    const store = storeIn(temp);
    await (await store.create(session({ id: "s1" }))).close();
    const path = temp.file("home", "sessions", "s1.ndjson");
    const later = readFileSync(path, "utf8").replace('"schemaVersion":1', '"schemaVersion":7');
    const event = { v: 9, seq: 1, at: 5, sessionId: "s1", type: "telepathy", thought: "?" };
    writeFileSync(path, `${later}${JSON.stringify(event)}\n`);
    expect(await eventsOf(await store.read("s1"))).toMatchObject([{ seq: 1, type: "unknown", raw: event }]);
    await expect(store.open("s1")).rejects.toMatchObject({
      code: "invalid_event",
      message: expect.stringContaining("7"),
    });
    expect(readFileSync(path, "utf8")).toContain("telepathy");
  });

  it("adopts a log that was copied into the folder, with any id in it", async () => {
    await using temp = await createTempFolder();
    const store = storeIn(temp);
    await (await store.create(session({ id: "s1" }))).close();
    const lines = [
      {
        v: 1,
        seq: 5,
        at: 2_000,
        sessionId: "other",
        type: "agent_started",
        agent: { name: "codex" },
        agentSessionId: "a",
        cwd: "/there",
      },
      { v: 1, seq: 6, at: 2_001, sessionId: "other", type: "prompt", prompt: [{ type: "text", text: "Caf\u00e9" }] },
    ];
    // Another writer's way: blanks, another order, escapes.
    const foreign = lines.map((line) =>
      JSON.stringify(line, null, 1)
        .replaceAll("\n", "")
        .replaceAll("é", String.raw`\u00e9`),
    );
    writeFileSync(temp.file("home", "sessions", "s9.ndjson"), `${foreign.join("\n")}\n`);
    writeFileSync(temp.file("home", "sessions", "not a session.ndjson"), "x\n");
    appendFileSync(temp.file("home", "sessions", "README"), "x");
    expect((await store.list()).map(({ id }) => id)).toEqual(["s1", "s9"]);
    expect(await store.find("a")).toMatchObject({
      id: "s9",
      agent: { name: "codex" },
      cwd: "/there",
      title: "Café",
      turns: 1,
    });
    const { log } = await store.open("s9");
    expect(log.lastSeq).toBe(6);
    await log.close();
  });

  it("reports events after the end, and may be closed twice", async () => {
    await using temp = await createTempFolder();
    const told: [LogLevel, string][] = [];
    const store = storeIn(temp, { log: { write: (level, message) => told.push([level, message]) } });
    const log = await store.create(session({ id: "s1" }));
    const { add } = recordInto(log);
    await Promise.all([log.close(), log.close(), log.sync()]);
    add(promptOf("late"));
    expect(told).toEqual([["error", expect.stringContaining("closed")]]);
    expect(await eventsOf(await store.read("s1"))).toEqual([]);
  });
});
