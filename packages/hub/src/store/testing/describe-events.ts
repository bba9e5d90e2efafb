// What every store does with events.
import { expect, it } from "vitest";
import { append, readAll, toBatch, toLines, toSession, type OpenStore } from "./rows.ts";

export function describeEvents(open: OpenStore): void {
  it("reads pages from both ends", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    expect(await store.readEvents("s1", { after: 0, limit: 5 })).toEqual([]);
    expect(await store.readEvents("s1", { before: 9, limit: 5 })).toEqual([]);
    await append(store, toBatch("s1", 1, 4), toBatch("s1", 5, 1));
    await append(store, toBatch("s1", 6, 5));
    expect(await readAll(store, "s1")).toEqual(toLines("s1", 1, 10));
    expect(await store.readEvents("s1", { after: 2, limit: 5 })).toEqual(toLines("s1", 3, 5));
    expect(await store.readEvents("s1", { after: 10, limit: 5 })).toEqual([]);
    expect(await store.readEvents("s1", { before: 10, limit: 5 })).toEqual(toLines("s1", 5, 5));
    expect(await store.readEvents("s1", { before: 3, limit: 5 })).toEqual(toLines("s1", 1, 2));
    expect(await store.readEvents("s1", { before: Number.MAX_SAFE_INTEGER, limit: 3 })).toEqual(toLines("s1", 8, 3));
    expect(await store.readEvents("s1", { before: 1, limit: 3 })).toEqual([]);
    expect(await store.readEvents("s1", { after: 0, limit: 0 })).toEqual([]);
    expect(await store.readEvents("none", { after: 0, limit: 3 })).toEqual([]);
  });

  it("updates its session in the same step", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    await store.insertSession(toSession({ id: "s2" }));
    const changes = new Map([
      ["s1", { updatedAtMs: 2_000, turns: 1 }],
      ["s2", { title: "New" }],
    ]);
    await store.appendEvents([toBatch("s1", 1, 3)], changes, { isDurable: true });
    expect(await store.getSession("s1")).toEqual(toSession({ updatedAtMs: 2_000, turns: 1, lastSeq: 3 }));
    expect(await store.getSession("s2")).toEqual(toSession({ id: "s2", title: "New" }));
    expect((await store.listSessions({ limit: 1 })).rows).toMatchObject([{ id: "s1" }]);
    await store.appendEvents([], new Map(), { isDurable: true });
  });

  it.each([
    ["somebody else wrote", toBatch("s2", 2, 1)],
    ["some are missing", toBatch("s2", 4, 1)],
    ["the session is gone", toBatch("none", 1, 1)],
  ])("appends nothing if %s", async (_why, bad) => {
    await using store = await open();
    await store.insertSession(toSession());
    await store.insertSession(toSession({ id: "s2" }));
    await append(store, toBatch("s2", 1, 2));
    const changes = new Map([["s1", { title: "New" }]]);
    const appended = store.appendEvents([toBatch("s1", 1, 2), bad], changes, { isDurable: false });
    await expect(appended).rejects.toMatchObject({ code: "session_lost" });
    expect(await store.getSession("s1")).toEqual(toSession());
    expect(await readAll(store, "s1")).toEqual([]);
    expect(await readAll(store, "s2")).toEqual(toLines("s2", 1, 2));
    await append(store, toBatch("s1", 1, 2));
    expect(await readAll(store, "s1")).toEqual(toLines("s1", 1, 2));
  });
}
