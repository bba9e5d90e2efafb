// What every store does with questions and with keys.
import { expect, it } from "vitest";
import { KEY_LIFE_MS } from "../../store-limits.ts";
import { readAll, toBatch, toQuestion, toSession, type OpenStore } from "./rows.ts";

export function describeInteractions(open: OpenStore): void {
  it("returns them by session and state", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    await store.putInteraction(toQuestion());
    const second = toQuestion({ id: "q2", createdAtMs: 2_000, state: "expired" });
    await store.putInteraction(second);
    const outside = toQuestion({ id: "q3", sessionId: undefined, createdAtMs: 1_500 });
    await store.putInteraction(outside);
    expect(await store.getInteraction("q1")).toEqual(toQuestion());
    expect(await store.getInteraction("none")).toBeUndefined();
    expect(await store.listInteractions({})).toEqual([second, outside, toQuestion()]);
    expect(await store.listInteractions({ sessionId: "s1" })).toEqual([second, toQuestion()]);
    expect(await store.listInteractions({ state: "pending" })).toEqual([outside, toQuestion()]);
    expect(await store.listInteractions({ sessionId: "s1", state: "cancelled" })).toEqual([]);
    expect(await store.listInteractions({ state: "pending", expiresBeforeMs: 5_000 })).toEqual([]);
    expect(await store.listInteractions({ state: "pending", expiresBeforeMs: 5_001 })).toHaveLength(2);
    await store.putInteraction(toQuestion({ expiresAtMs: 9_000 }));
    expect(await store.getInteraction("q1")).toEqual(toQuestion({ expiresAtMs: 9_000 }));
  });

  it("settles one for exactly one of several callers", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    await store.putInteraction(toQuestion());
    const answers = Array.from({ length: 10 }, (_, index) =>
      toQuestion({ state: "answered", answeredBy: `person ${index}` }),
    );
    const settled = await Promise.all(answers.map((answer) => store.settleInteraction(answer)));
    expect(settled.filter(Boolean)).toHaveLength(1);
    const winner = answers[settled.indexOf(true)];
    expect(await store.getInteraction("q1")).toEqual(winner);
    expect(await store.listInteractions({ state: "pending" })).toEqual([]);
    expect(await store.settleInteraction(toQuestion({ id: "none", state: "answered" }))).toBe(false);
  });

  it("stores one together with the event that asks it, or neither", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    const asking = { isDurable: false, questions: [toQuestion()] };
    await store.appendEvents([toBatch("s1", 1, 2)], new Map([["s1", { title: "Asked" }]]), asking);
    expect(await readAll(store, "s1")).toHaveLength(2);
    expect(await store.getInteraction("q1")).toEqual(toQuestion());
    const second = { isDurable: false, questions: [toQuestion({ id: "q2" })] };
    await expect(store.appendEvents([toBatch("s1", 7, 1)], new Map(), second)).rejects.toMatchObject({
      code: "session_lost",
    });
    const unknown = { isDurable: false, questions: [toQuestion({ id: "q2", sessionId: "none" })] };
    await expect(store.appendEvents([toBatch("s1", 3, 1)], new Map(), unknown)).rejects.toMatchObject({
      code: "session_not_found",
    });
    expect(await store.getInteraction("q2")).toBeUndefined();
    expect(await readAll(store, "s1")).toHaveLength(2);
    await store.appendEvents([], new Map(), second);
    expect(await store.getInteraction("q2")).toEqual(toQuestion({ id: "q2" }));
  });

  it("refuses one of an unknown session", async () => {
    await using store = await open();
    await expect(store.putInteraction(toQuestion())).rejects.toMatchObject({ code: "session_not_found" });
  });
}

export function describeKeys(open: OpenStore): void {
  it("reserves a key for the first caller, for a day", async () => {
    await using store = await open();
    const values = ["one", "two", "three"];
    const claimed = await Promise.all(values.map((value) => store.claimKey("turn", "k", value, 1_000)));
    // Any of them may be the first: each has a connection of its own.
    const first = values.find((value) => value === claimed[0]);
    expect(claimed).toEqual(values.map(() => first));
    expect(await store.claimKey("turn", "k", "late", 1_000 + KEY_LIFE_MS - 1)).toBe(first);
    expect(await store.claimKey("session", "k", "other scope", 1_000)).toBe("other scope");
    expect(await store.claimKey("turn", "K", "other key", 1_000)).toBe("other key");
    expect(await store.claimKey("turn", "k\u0000x", "odd key", 1_000)).toBe("odd key");
    expect(await store.claimKey("tur", "nk", "split elsewhere", 1_000)).toBe("split elsewhere");
    expect(await store.claimKey("turn", "k", "next day", 1_000 + KEY_LIFE_MS)).toBe("next day");
    expect(await store.claimKey("turn", "k", "again", 2_000 + KEY_LIFE_MS)).toBe("next day");
    expect(await store.claimKey("turn", "held", "mine", 1_000)).toBe("mine");
    await store.releaseKey("turn", "held", "another's");
    expect(await store.claimKey("turn", "held", "too early", 1_000)).toBe("mine");
    await store.releaseKey("turn", "held", "mine");
    expect(await store.claimKey("turn", "held", "free again", 1_000)).toBe("free again");
  });
}
