import { createEventSequence, formatSessionEvent, type SessionEventBody } from "@parley/acp";
import { silentLog } from "@parley/base";
import { createFileSessionStore } from "@parley/home/session-log";
import { openSqliteStore } from "@parley/hub/sqlite";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { existsSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Sessions } from "../server/server-store.ts";
import { openSessions, storeIn } from "./open-sessions.ts";

let home: TempFolder;
beforeEach(async () => (home = await createTempFolder()));
afterEach(() => home[Symbol.asyncDispose]());

const open = (): Promise<Sessions> => openSessions({ home: home.path, log: silentLog, server: undefined });

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const prompt = (text: string): SessionEventBody => ({ type: "prompt", prompt: [{ type: "text", text }] });
const HEADER = { parley: "session", version: 1, title: "Toast", agent: "script", cwd: "/code" };
const lines = (text: string): string =>
  [JSON.stringify(HEADER), formatSessionEvent(createEventSequence("x").next(prompt(text)))].join("\n");

/** A session that an earlier version wrote. */
async function writeFileSession(id: string, text: string): Promise<void> {
  const files = createFileSessionStore({ folder: home.file("sessions") });
  const log = await files.create({ id, agent: { name: "script" }, cwd: "/code" });
  const event = createEventSequence(id).next(prompt(text));
  log.append(event, formatSessionEvent(event));
  await log.close();
}

describe("sessions without a server", () => {
  it("are empty in a new home, which stays unchanged", async () => {
    await using sessions = await open();
    expect(await sessions.list()).toEqual([]);
    expect(await sessions.find("latest")).toBeUndefined();
    await expect(sessions.read("gone")).rejects.toMatchObject({ code: "session_not_found" });
    expect(existsSync(storeIn(home.path))).toBe(false);
  });

  it("are imported, listed, found, read, searched, renamed and deleted in the store", async () => {
    await using sessions = await open();
    const { id } = await sessions.import(lines("Marmalade"), undefined);
    await using other = await open();
    expect(await other.list({ cwd: "/code" })).toMatchObject([{ id, title: "Toast", agent: { name: "script" } }]);
    expect(await other.list({ cwd: "/elsewhere" })).toEqual([]);
    expect((await other.find(id.slice(0, 18)))?.id).toBe(id);
    const { events, damage } = await other.read(id);
    expect((await all(events)).map(({ type }) => type)).toEqual(["prompt"]);
    expect(damage).toEqual([]);
    const [hit] = await all(other.search("marmalade"));
    expect([hit?.session.id, hit?.excerpt.slice(hit.start, hit.end)]).toEqual([id, "Marmalade"]);
    expect(await other.rename(id, "Breakfast")).toMatchObject({ id, title: "Breakfast", name: "Breakfast" });
    expect((await sessions.find("Breakfast"))?.id).toBe(id);
    await other.delete(id);
    expect(await sessions.find(id)).toBeUndefined();
    await expect(other.delete(id)).rejects.toMatchObject({ code: "session_not_found" });
  });

  it("are read while another process has the store", async () => {
    await using sessions = await open();
    const { id } = await sessions.import(lines("Marmalade"), undefined);
    await using store = await openSqliteStore({ path: storeIn(home.path) });
    await using other = await open();
    expect((await other.list()).map((session) => session.id)).toEqual([id]);
    await store.updateSession(id, { title: "Changed meanwhile" });
    expect(await other.list()).toMatchObject([{ title: "Changed meanwhile" }]);
  });

  it("include those in files that were not imported yet", async () => {
    await writeFileSession("first", "Rhubarb");
    await using sessions = await open();
    const { id } = await sessions.import(lines("Marmalade"), undefined);
    expect((await sessions.list()).map((session) => session.id).toSorted()).toEqual([id, "first"].toSorted());
    expect((await all((await sessions.read("first")).events)).length).toBe(1);
    expect((await all(sessions.search("rhubarb"))).map(({ session }) => session.id)).toEqual(["first"]);
    expect(await sessions.rename("first", "Pie")).toMatchObject({ id: "first", name: "Pie" });
    await sessions.delete("first");
    expect((await sessions.list()).map((session) => session.id)).toEqual([id]);
  });
});
