// Questions while the store fails: PostgreSQL may be killed after it has stored something, and before it says so.
import { ParleyError, silentLog, systemClock } from "@parley/base";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Interaction } from "../api/interactions.ts";
import type { HubStore } from "../api/store.ts";
import { SAVE_RETRY_MS } from "../limits.ts";
import { OVERDUE_MS } from "../live-limits.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import { toQuestion, toSession } from "../store/testing/rows.ts";
import { HubInteractions } from "./create-interactions.ts";

const ALLOW = { outcome: { outcome: "selected", optionId: "yes" } } as const;

/** A store that keeps what it is given, or not, and then breaks. */
async function open(
  isStored: boolean,
): Promise<{ store: HubStore; interactions: HubInteractions; repair: () => void }> {
  const real = await openSqliteStore({ path: ":memory:" });
  await real.insertSession(toSession());
  let isBroken = true;
  const store: HubStore = {
    ...real,
    async settleInteraction(interaction) {
      if (!isBroken) return real.settleInteraction(interaction);
      if (isStored) await real.settleInteraction(interaction);
      throw new ParleyError({ code: "store_failed", message: "The connection was lost" });
    },
  };
  const keep = (question: Interaction): Promise<void> => store.putInteraction(question);
  const interactions = new HubInteractions({ store, clock: systemClock, log: silentLog, keep });
  return { store, interactions, repair: () => void (isBroken = false) };
}

const question = toQuestion();

describe("a question whose end the store does not confirm", () => {
  afterEach(() => void vi.useRealTimers());

  it("continues with an answer that was stored all the same", async () => {
    const { store, interactions, repair } = await open(true);
    const over = interactions.ask(question, new AbortController().signal);
    await expect.poll(() => store.getInteraction("q1")).toBeDefined();
    await expect(interactions.answerPermission("q1", ALLOW, "ann")).rejects.toMatchObject({ code: "store_failed" });
    expect(await over).toMatchObject({ state: "answered", answeredBy: "ann" });
    repair();
    await expect(interactions.answerPermission("q1", ALLOW, "bob")).rejects.toMatchObject({ code: "interaction_over" });
  });

  it("waits on for another answer if the first one was not stored", async () => {
    const { store, interactions, repair } = await open(false);
    const over = interactions.ask(question, new AbortController().signal);
    await expect.poll(() => store.getInteraction("q1")).toBeDefined();
    await expect(interactions.answerPermission("q1", ALLOW, "ann")).rejects.toMatchObject({ code: "store_failed" });
    repair();
    await interactions.answerPermission("q1", ALLOW, "bob");
    expect(await over).toMatchObject({ answeredBy: "bob" });
    interactions.close();
  });

  it("does not stay open for people after it was cancelled", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { store, interactions, repair } = await open(false);
    const cancelling = new AbortController();
    const over = interactions.ask(question, cancelling.signal);
    await expect.poll(() => store.getInteraction("q1")).toBeDefined();
    cancelling.abort();
    expect(await over).toMatchObject({ state: "cancelled" });
    expect(await store.getInteraction("q1")).toMatchObject({ state: "pending" });
    repair();
    await vi.advanceTimersByTimeAsync(SAVE_RETRY_MS);
    expect(await store.getInteraction("q1")).toMatchObject({ state: "cancelled" });
  });

  it("is closed when its turn is over, although cancelling it never came to an end", async () => {
    const real = await openSqliteStore({ path: ":memory:" });
    await real.insertSession(toSession());
    let tries = 0;
    const store: HubStore = {
      ...real,
      async settleInteraction(interaction) {
        tries += 1;
        return tries === 1 ? new Promise(() => undefined) : real.settleInteraction(interaction);
      },
    };
    const keep = (asked: Interaction): Promise<void> => store.putInteraction(asked);
    const interactions = new HubInteractions({ store, clock: systemClock, log: silentLog, keep });
    const told: string[] = [];
    interactions.onChange(({ id, state }) => told.push(`${id} ${state}`));
    const cancelling = new AbortController();
    const over = interactions.ask({ ...question, turnId: "t1" }, cancelling.signal);
    await expect.poll(() => told).toEqual(["q1 pending"]);
    cancelling.abort();
    interactions.turnOver("t2");
    interactions.turnOver("t1");
    expect(await over).toMatchObject({ state: "cancelled" });
    expect(told).toEqual(["q1 pending", "q1 cancelled"]);
    expect(await store.getInteraction("q1")).toMatchObject({ state: "cancelled" });
  });

  it("is over a while after its time, if nothing waits for it", async () => {
    const { store, interactions, repair } = await open(false);
    repair();
    const overdue = { createdAtMs: 1, expiresAtMs: Date.now() - OVERDUE_MS - 1 };
    await store.putInteraction(toQuestion({ id: "q1", sessionId: undefined, ...overdue }));
    await store.putInteraction(toQuestion({ id: "q2", ...overdue }));
    await store.putInteraction(toQuestion({ id: "q3", expiresAtMs: Date.now() - 1 }));
    await interactions.expireOverdue();
    const states = (await store.listInteractions({})).map(({ id, state }) => `${id} ${state}`);
    expect(states.toSorted()).toEqual(["q1 expired", "q2 expired", "q3 pending"]);
  });
});
