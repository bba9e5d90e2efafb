// What every store does with sessions.
import { expect, it } from "vitest";
import { append, readAll, toBatch, toQuestion, toSession, toText, toTurn, type OpenStore } from "./rows.ts";

export function describeSessions(open: OpenStore): void {
  it("returns what was stored", async () => {
    await using store = await open();
    const row = toSession({
      title: 'Ünïcode "quotes" \u0000 \ud800 \n',
      additionalFolders: ["/other"],
      forkedFrom: "s0",
      agentSessionId: "a1",
      isTitled: true,
      usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3, thoughtTokens: 4 },
      extensions: [{ name: "files", command: "mcp", args: ["-x"], env: [] }],
    });
    await store.insertSession(row);
    expect(await store.getSession("s1")).toEqual(row);
    expect(await store.getSession("S1")).toBeUndefined();
    expect(await store.getSession("s1\u0000")).toBeUndefined();
    expect(await store.getSession("")).toBeUndefined();
  });

  it("refuses a duplicate id", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    await expect(store.insertSession(toSession({ title: "Another" }))).rejects.toMatchObject({
      code: "session_exists",
    });
    expect(await store.getSession("s1")).toEqual(toSession());
  });

  it("changes only the given fields", async () => {
    await using store = await open();
    await store.insertSession(toSession({ agentSessionId: "a1" }));
    await store.insertSession(toSession({ id: "s2" }));
    await store.updateSession("s1", { title: "New", turns: 3 });
    expect(await store.getSession("s1")).toEqual(toSession({ agentSessionId: "a1", title: "New", turns: 3 }));
    await store.updateSession("s1", { agentSessionId: undefined });
    expect(await store.getSession("s1")).toEqual(toSession({ title: "New", turns: 3 }));
    expect(await store.getSession("s2")).toEqual(toSession({ id: "s2" }));
    await store.updateSession("none", { title: "New" });
    expect(await store.getSession("none")).toBeUndefined();
  });

  it("deletes one with everything that belongs to it", async () => {
    await using store = await open();
    for (const [id, turnId, questionId] of [
      ["s1", "t1", "q1"],
      ["s2", "t2", "q2"],
    ] as const) {
      await store.insertSession(toSession({ id }));
      await store.insertTurn(toTurn({ id: turnId, sessionId: id }));
      await store.putInteraction(toQuestion({ id: questionId, sessionId: id }));
      await append(store, toBatch(id, 1, 3));
      await store.indexTexts([toText("needle", { sessionId: id })]);
      for (const owner of [id, turnId, questionId]) await store.putDocument("push", `of ${owner}`, owner, owner);
    }
    await store.deleteSession("s1");
    expect(await store.getSession("s1")).toBeUndefined();
    expect(await store.getTurn("t1")).toBeUndefined();
    expect(await store.getInteraction("q1")).toBeUndefined();
    expect(await readAll(store, "s1")).toEqual([]);
    expect((await store.search("needle", 10)).map(({ sessionId }) => sessionId)).toEqual(["s2"]);
    for (const owner of ["s1", "t1", "q1"]) expect(await store.listDocuments("push", owner)).toEqual([]);
    for (const owner of ["s2", "t2", "q2"]) expect(await store.listDocuments("push", owner)).toHaveLength(1);
    expect(await readAll(store, "s2")).toHaveLength(3);
    await store.deleteSession("s1");
    await store.insertSession(toSession());
    expect(await readAll(store, "s1")).toEqual([]);
  });
}
