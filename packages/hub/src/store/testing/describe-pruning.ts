// What every store prunes.
import { expect, it } from "vitest";
import { readAll, append, toBatch, toQuestion, toSession, toText, toTurn, type OpenStore } from "./rows.ts";

export function describePruning(open: OpenStore): void {
  it("removes what ended earlier, and nothing that is running", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    await store.insertTurn(toTurn({ id: "old", state: "completed", finishedAtMs: 99 }));
    await store.insertTurn(toTurn({ id: "new", state: "completed", finishedAtMs: 100 }));
    await store.insertTurn(toTurn({ id: "running", state: "in_progress", createdAtMs: 1 }));
    await store.putInteraction(toQuestion({ id: "old q", state: "answered", expiresAtMs: 99 }));
    await store.putInteraction(toQuestion({ id: "new q", state: "answered", expiresAtMs: 100 }));
    await store.putInteraction(toQuestion({ id: "pending q", state: "pending", expiresAtMs: 99 }));
    for (const owner of ["old", "new", "old q"]) await store.putDocument("push", owner, owner, 1);
    expect(await store.prune({ endedBeforeMs: 100 })).toEqual({ sessions: [] });
    expect((await store.listTurns({ limit: 9 })).rows.map(({ id }) => id)).toEqual(["new", "running"]);
    expect((await store.listInteractions({})).map(({ id }) => id)).toEqual(["pending q", "new q"]);
    expect(await store.getDocument("push", "old")).toBeUndefined();
    expect(await store.getDocument("push", "old q")).toBeUndefined();
    expect(await store.getDocument("push", "new")).toBe(1);
    expect(await store.getSession("s1")).toEqual(toSession());
  });

  it("removes the oldest sessions beyond a number, but none with an unfinished turn", async () => {
    await using store = await open();
    for (const [index, id] of ["a", "b", "c", "d", "e"].entries()) {
      await store.insertSession(toSession({ id, updatedAtMs: index }));
      await append(store, toBatch(id, 1, 2));
      await store.indexTexts([toText("word", { sessionId: id, at: index })]);
    }
    await store.insertTurn(toTurn({ sessionId: "b", state: "awaiting" }));
    await store.insertTurn(toTurn({ id: "t2", sessionId: "c", state: "failed", finishedAtMs: 500 }));
    expect(await store.prune({ endedBeforeMs: 0, sessionsMax: 2 })).toEqual({ sessions: ["a", "c"] });
    expect((await store.listSessions({ limit: 9 })).rows.map(({ id }) => id)).toEqual(["e", "d", "b"]);
    expect((await store.search("word", 9)).map(({ sessionId }) => sessionId)).toEqual(["e", "d", "b"]);
    expect(await readAll(store, "a")).toEqual([]);
    expect(await readAll(store, "b")).toHaveLength(2);
    expect(await store.prune({ endedBeforeMs: 0, sessionsMax: 2 })).toEqual({ sessions: [] });
  });

  it("removes thousands", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    for (let index = 0; index < 2_100; index += 1) {
      await store.insertTurn(toTurn({ id: `t${index}`, state: "completed", finishedAtMs: 5 }));
    }
    await store.prune({ endedBeforeMs: 100 });
    expect((await store.listTurns({ limit: 9 })).rows).toEqual([]);
  });

  it("answers until it is closed, and rejects afterwards", async () => {
    const store = await open();
    await store.insertSession(toSession());
    await store.check();
    await store[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
    await expect(store.check()).rejects.toMatchObject({ code: "store_failed" });
    await expect(store.getSession("s1")).rejects.toMatchObject({ code: "store_failed" });
    await expect(store.updateSession("s1", {})).rejects.toMatchObject({ code: "store_failed" });
    await expect(append(store, toBatch("s1", 1, 1))).rejects.toMatchObject({ code: "store_failed" });
  });
}
