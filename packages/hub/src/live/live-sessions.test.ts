import { silentLog, systemClock } from "@parley/base";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import { toSession } from "../store/testing/rows.ts";
import { LIVE_SESSIONS_MAX } from "../limits.ts";
import type { LiveSession } from "./live-session.ts";
import { LiveSessions } from "./live-sessions.ts";

const SESSIONS = LIVE_SESSIONS_MAX * 4;

async function openSessions(): Promise<{ live: LiveSessions; store: HubStore }> {
  const store = await openSqliteStore({ path: ":memory:" });
  const options = {
    defaultLevel: "supervised" as const,
    clock: systemClock,
    log: silentLog,
    onDeleted: () => undefined,
    onChanged: () => undefined,
    onLost: () => undefined,
  };
  return { store, live: new LiveSessions({ ...options, store }) };
}

async function insert(store: HubStore, live: LiveSessions, row: SessionRow): Promise<LiveSession> {
  await store.insertSession(row);
  return live.add(row);
}

describe("sessions in memory", () => {
  it("are limited in number", async () => {
    const { live, store } = await openSessions();
    const ids: string[] = [];
    for (let index = 0; index < SESSIONS; index += 1) {
      const session = await insert(store, live, toSession({ id: `s${index}`, title: `Number ${index}` }));
      ids.push(session.id);
      session.record({ type: "note", level: "info", text: "Something happened" });
      await session.save();
      expect(live.size).toBeLessThanOrEqual(LIVE_SESSIONS_MAX);
    }
    live.unloadIdle(0);
    expect(live.size).toBe(0);
    for (const [index, id] of ids.entries()) {
      expect((await live.get(id)).row).toMatchObject({ title: `Number ${index}`, lastSeq: 1 });
    }
    expect(live.size).toBeLessThanOrEqual(LIVE_SESSIONS_MAX);
  });

  it("are one object each, even for callers that held one while it was unloaded", async () => {
    const { live, store } = await openSessions();
    const held = await insert(store, live, toSession());
    live.unloadIdle(0);
    expect(live.size).toBe(0);
    expect(await live.get(held.id)).toBe(held);
    expect(live.size).toBe(1);
  });

  it.each<[what: string, use: (session: LiveSession) => void]>([
    ["changed", (session) => session.change({ title: "Another" })],
    ["written to", (session) => session.record({ type: "note", level: "info", text: "Something" })],
    ["given a turn", (session) => session.addTurn()],
    ["followed", (session) => session.follow({ events: () => true, ended: () => undefined })],
  ])("come back when one that was unloaded is %s, and stay until that is over", async (_what, use) => {
    const { live, store } = await openSessions();
    const session = await insert(store, live, toSession());
    live.unloadIdle(0);
    use(session);
    expect([...live.all]).toEqual([session]);
    live.unloadIdle(0);
    expect([...live.all]).toEqual([session]);
  });

  it("stay while their events are being stored", async () => {
    let open = (): void => undefined;
    const isOpen = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { live, store } = await openSessions();
    const append = store.appendEvents.bind(store);
    store.appendEvents = async (...args) => {
      await isOpen;
      return append(...args);
    };
    const session = await insert(store, live, toSession());
    session.record({ type: "note", level: "info", text: "Something" });
    const synced = live.committer.synced();
    live.unloadIdle(0);
    expect(live.size).toBe(1);
    open();
    await synced;
    live.unloadIdle(0);
    expect(live.size).toBe(0);
    expect(await store.getSession(session.id)).toMatchObject({ lastSeq: 1 });
  });

  it("do not return after they were deleted", async () => {
    const { live, store } = await openSessions();
    const session = await insert(store, live, toSession());
    live.unloadIdle(0);
    live.delete(session);
    await store.deleteSession(session.id);
    session.record({ type: "note", level: "info", text: "Late" });
    session.change({ title: "Late" });
    expect(live.size).toBe(0);
    await expect(live.get(session.id)).rejects.toMatchObject({ code: "session_not_found" });
  });
});
