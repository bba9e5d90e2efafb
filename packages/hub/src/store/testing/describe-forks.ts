// What every store does when a session is copied.
import { expect, it } from "vitest";
import { append, readAll, toBatch, toLine, toLines, toSession, type OpenStore } from "./rows.ts";

export function describeForks(open: OpenStore): void {
  it.each([
    [Number.MAX_SAFE_INTEGER, 1_010],
    [1_010, 1_010],
    [700, 700],
    [1, 1],
    [0, 0],
  ])("copies everything up to event %d", async (upToSeq, expected) => {
    await using store = await open();
    await store.insertSession(toSession());
    await store.insertSession(toSession({ id: "s2" }));
    await append(store, toBatch("s1", 1, 10), toBatch("s1", 11, 1_000));
    await store.copyEvents("s1", "s2", upToSeq);
    expect(await readAll(store, "s2")).toEqual(toLines("s2", 1, expected));
    expect(await readAll(store, "s1")).toEqual(toLines("s1", 1, 1_010));
    expect(await store.getSession("s2")).toMatchObject({ lastSeq: expected });
    await append(store, toBatch("s2", expected + 1, 1));
    await append(store, toBatch("s1", 1_011, 1));
  });

  it("replaces the session's id, and no similar text", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    await store.insertSession(toSession({ id: "s2" }));
    const inside = { sessionId: "s1", text: '"sessionId":"s1"' };
    const lines = [
      toLine("s1", 1, 'said "s1"'),
      JSON.stringify({ v: 1, seq: 2, at: 1, sessionId: "s1", type: "later", inside }),
      JSON.stringify({ inside, type: "later", v: 1, seq: 3, at: 1, sessionId: "s1" }),
      "not an event",
    ];
    await append(store, { sessionId: "s1", firstSeq: 1, lines });
    await store.copyEvents("s1", "s2", 4);
    expect(await readAll(store, "s2")).toEqual([
      toLine("s2", 1, 'said "s1"'),
      JSON.stringify({ v: 1, seq: 2, at: 1, sessionId: "s2", type: "later", inside }),
      JSON.stringify({ inside, type: "later", v: 1, seq: 3, at: 1, sessionId: "s2" }),
      "not an event",
    ]);
  });

  it("copies nothing into a session that has events or does not exist", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    await store.insertSession(toSession({ id: "s2" }));
    await append(store, toBatch("s1", 1, 3), toBatch("s2", 1, 1));
    await expect(store.copyEvents("s1", "s2", 3)).rejects.toMatchObject({ code: "session_lost" });
    await expect(store.copyEvents("s1", "none", 3)).rejects.toMatchObject({ code: "session_lost" });
    expect(await readAll(store, "s2")).toEqual(toLines("s2", 1, 1));
    expect(await store.getSession("s2")).toMatchObject({ lastSeq: 1 });
  });
}
