import { createEventSequence, formatSessionEvent, type SessionEventBody } from "@parley/acp";
import type { Log } from "@parley/base";
import { createFileSessionStore, type SessionLog } from "@parley/home/session-log";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { existsSync } from "node:fs";
import { appendFile, readdir, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HubStore } from "../api/store.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import { importFolder, type FolderImport } from "./import-folder.ts";

let home: TempFolder;
let store: HubStore;
let warnings: string[];
const log: Log = { write: (level, message) => void (level === "warn" && warnings.push(message)) };
beforeEach(async () => {
  home = await createTempFolder();
  store = await openSqliteStore({ path: home.file("parley.db") });
  warnings = [];
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const toAgent = (name: string, modeId = "backend"): string => (name === "parley" ? modeId : name);
const run = (into: Pick<HubStore, "getSession" | "importSession"> = store): Promise<FolderImport> =>
  importFolder({ store: into, folder: home.file("sessions"), toAgent, log });

/** A session as an earlier version wrote it; it stays open for writing. */
async function write(id: string, bodies: readonly SessionEventBody[], name?: string): Promise<SessionLog> {
  const files = createFileSessionStore({ folder: home.file("sessions") });
  const agent = { name: "parley", command: "/usr/bin/node", args: ["agent"] };
  const written = await files.create({ id, agent, agentSessionId: `${id}-agent`, cwd: "/code", name });
  const events = createEventSequence(id);
  for (const event of bodies.map((body) => events.next(body))) written.append(event, formatSessionEvent(event));
  await written.sync();
  return written;
}

const prompt = (text: string): SessionEventBody => ({ type: "prompt", prompt: [{ type: "text", text }] });
const STOP: SessionEventBody = {
  type: "stop",
  stopReason: "end_turn",
  usage: { totalTokens: 7, inputTokens: 5, outputTokens: 2 },
};

describe("sessions of an earlier version", () => {
  it("keep their id, name, agent, folder, figures and events, and are found by a search", async () => {
    const bodies: readonly SessionEventBody[] = [{ type: "mode", modeId: "architect" }, prompt("Marmalade"), STOP];
    await (await write("one", bodies, "breakfast")).close();
    await (await write("two", [prompt("Rhubarb")])).close();
    expect(await run()).toEqual({ imported: 2, unreadable: 0, left: 0 });
    expect(await store.getSession("one")).toMatchObject({
      id: "one",
      title: "breakfast",
      isTitled: true,
      agent: "architect",
      agentSessionId: "one-agent",
      cwd: "/code",
      turns: 1,
      lastSeq: 3,
      usage: { totalTokens: 7 },
    });
    expect(await store.getSession("two")).toMatchObject({ title: "Rhubarb", isTitled: false, agent: "backend" });
    const lines = await store.readEvents("one", { after: 0, limit: 10 });
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { seq: 1, sessionId: "one", type: "mode" },
      { seq: 2, type: "prompt" },
      { seq: 3, type: "stop" },
    ]);
    expect(await store.search("marmalade", 10)).toMatchObject([{ sessionId: "one", seq: 2, what: "prompt" }]);
    expect(existsSync(home.file("sessions"))).toBe(false);
    expect((await readdir(home.file("sessions.imported"))).toSorted()).toEqual(["one.ndjson", "two.ndjson"]);
    expect(warnings).toEqual([]);
  });

  it("are imported once, wherever the import is interrupted", async () => {
    for (const id of ["one", "two", "three"]) await (await write(id, [prompt(id), STOP])).close();
    let calls = 0;
    // The process dies after the second session was stored, before its file is moved.
    const dying: typeof store.importSession = async (...args) => {
      calls += 1;
      if (calls > 2) throw new Error("killed");
      await store.importSession(...args);
      if (calls === 2) throw new Error("killed");
    };
    expect(await run({ ...store, importSession: dying })).toMatchObject({ imported: 1, left: 2 });
    expect(await run()).toMatchObject({ imported: 2, left: 0 });
    expect(await run()).toEqual({ imported: 0, unreadable: 0, left: 0 });
    const { rows } = await store.listSessions({ limit: 10 });
    expect(rows.map(({ id, lastSeq }) => `${id} ${lastSeq}`).toSorted()).toEqual(["one 2", "three 2", "two 2"]);
  });

  it("are imported as far as they can be read", async () => {
    await (await write("one", [prompt("before")])).close();
    await appendFile(home.file("sessions", "one.ndjson"), `not an event\n${formatSessionEvent(last("one"))}\n`);
    await writeFile(home.file("sessions", "noise.ndjson"), Buffer.from([0, 1, 2, 255]));
    await writeFile(home.file("sessions", "notes.txt"), "mine");
    expect(await run()).toEqual({ imported: 1, unreadable: 1, left: 0 });
    expect(await store.getSession("one")).toMatchObject({ lastSeq: 2, turns: 1 });
    expect(await readdir(home.file("sessions"))).toEqual(["notes.txt"]);
    expect((await readdir(home.file("sessions.imported"))).toSorted()).toEqual([
      "noise.ndjson.unreadable",
      "one.ndjson",
    ]);
    expect(warnings).toHaveLength(2);
    expect(await run()).toEqual({ imported: 0, unreadable: 0, left: 0 });
  });

  it("wait while an earlier version has them open", async () => {
    const open = await write("one", [prompt("still typing")]);
    expect(await run()).toEqual({ imported: 0, unreadable: 0, left: 1 });
    await open.close();
    expect(await run()).toEqual({ imported: 1, unreadable: 0, left: 0 });
  });

  it("are left for the next time when the import is stopped", async () => {
    await (await write("one", [prompt("later")])).close();
    const stopped = { store, folder: home.file("sessions"), toAgent, log, signal: AbortSignal.abort() };
    expect(await importFolder(stopped)).toEqual({ imported: 0, unreadable: 0, left: 1 });
    expect(existsSync(home.file("sessions", "one.ndjson"))).toBe(true);
  });

  it("need not exist", async () => {
    expect(await run()).toEqual({ imported: 0, unreadable: 0, left: 0 });
    expect(await readdir(home.path)).toContain("parley.db");
    expect(existsSync(home.file("sessions.imported"))).toBe(false);
  });
});

function last(sessionId: string): Parameters<typeof formatSessionEvent>[0] {
  return { ...createEventSequence(sessionId).next(STOP), seq: 9 };
}
