// What every store does with turns.
import { expect, it } from "vitest";
import { toSession, toTurn, type OpenStore } from "./rows.ts";

export function describeTurns(open: OpenStore): void {
  it("returns what was stored, with later changes", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    await store.insertTurn(toTurn({ interactionId: "q1" }));
    expect(await store.getTurn("t1")).toEqual(toTurn({ interactionId: "q1" }));
    await store.updateTurn("t1", { state: "in_progress", firstSeq: 4, interactionId: undefined });
    expect(await store.getTurn("t1")).toEqual(toTurn({ state: "in_progress", firstSeq: 4 }));
    const end = {
      state: "failed",
      finishedAtMs: 9,
      lastSeq: 7,
      error: { code: "agent_crashed", message: "It ended" },
    } as const;
    await store.updateTurn("t1", end);
    expect(await store.getTurn("t1")).toEqual(toTurn({ firstSeq: 4, ...end }));
    expect((await store.listTurns({ limit: 5, states: ["failed"] })).rows).toEqual([toTurn({ firstSeq: 4, ...end })]);
    expect((await store.listTurns({ limit: 5, states: ["created", "in_progress"] })).rows).toEqual([]);
    await store.updateTurn("none", { state: "failed" });
    expect(await store.getTurn("none")).toBeUndefined();
  });

  it("keeps the first end, and a request to cancel until then", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    await store.insertTurn(toTurn({ state: "in_progress" }));
    expect(await store.requestCancel("t1")).toEqual(toTurn({ state: "cancelling" }));
    // Of a server that has not heard of it.
    await store.updateTurn("t1", { state: "awaiting", interactionId: "q1" });
    expect(await store.getTurn("t1")).toEqual(toTurn({ state: "cancelling", interactionId: "q1" }));
    await store.updateTurn("t1", { state: "cancelled", finishedAtMs: 9 });
    for (const late of [{ state: "in_progress" }, { state: "failed", finishedAtMs: 11 }] as const)
      await store.updateTurn("t1", late);
    const ended = toTurn({ state: "cancelled", finishedAtMs: 9, interactionId: "q1" });
    expect(await store.getTurn("t1")).toEqual(ended);
    expect(await store.requestCancel("t1")).toEqual(ended);
    expect(await store.requestCancel("none")).toBeUndefined();
  });

  it("refuses one without a session, and a duplicate id", async () => {
    await using store = await open();
    await expect(store.insertTurn(toTurn())).rejects.toMatchObject({ code: "session_not_found" });
    await store.insertSession(toSession());
    await store.insertTurn(toTurn());
    await expect(store.insertTurn(toTurn({ state: "failed" }))).rejects.toMatchObject({ code: "bad_input" });
    expect(await store.getTurn("t1")).toEqual(toTurn());
  });
}
