// What every store sums up of ended turns.
import { expect, it } from "vitest";
import { toSession, toTurn, type OpenStore } from "./rows.ts";

const NOON = new Date(2026, 10, 15, 12).getTime();
const DAY_MS = 24 * 60 * 60_000;
const usage = { totalTokens: 30, inputTokens: 20, outputTokens: 10, cachedReadTokens: 5 };

export function describeUsage(open: OpenStore): void {
  it("counts each turn once, when it ends, by any of its keys", async () => {
    await using store = await open();
    await store.insertSession(toSession({ id: "s1", cwd: "/a" }));
    await store.insertSession(toSession({ id: "s2", cwd: "/b" }));
    const run = async (id: string, sessionId: string, more: object, finishedAtMs = NOON): Promise<void> => {
      await store.insertTurn(toTurn({ id, sessionId, agent: "qa", state: "in_progress" }));
      await store.updateTurn(id, { state: "in_progress", model: "m1", startedAtMs: NOON - 2_000 });
      await store.updateTurn(id, { state: "completed", finishedAtMs, usage, ...more });
      await store.updateTurn(id, { state: "completed", finishedAtMs, usage, ...more });
    };
    await run("t1", "s1", { cost: { amount: 0.1, currency: "USD" } });
    await run("t2", "s1", { cost: { amount: 0.2, currency: "USD" } });
    await run("t3", "s2", { cost: { amount: 2, currency: "EUR" }, model: undefined });
    await run("t4", "s2", { usage: undefined, agent: "backend" }, NOON + DAY_MS);
    await store.insertTurn(toTurn({ id: "t5", sessionId: "s2", state: "awaiting" }));
    const all = await store.sumUsage({ by: ["day"] });
    expect(all).toMatchObject({
      isCut: false,
      rows: [
        { day: "2026-11-16", turns: 1, totalTokens: 0, costs: [] },
        { day: "2026-11-15", turns: 3, totalTokens: 90, cachedReadTokens: 15, turnMs: 6_000 },
      ],
      total: { turns: 4, inputTokens: 60, outputTokens: 30, turnMs: DAY_MS + 8_000 },
    });
    expect(all.rows[1]?.costs).toEqual([
      { amount: 0.3, currency: "USD" },
      { amount: 2, currency: "EUR" },
    ]);
    const { rows } = await store.sumUsage({ by: ["folder", "model", "agent"], to: "2026-11-15" });
    expect(rows.map(({ agent, model, folder, turns }) => [agent, model, folder, turns])).toEqual([
      ["qa", "m1", "/a", 2],
      ["qa", "", "/b", 1],
    ]);
    expect(await store.sumUsage({ by: [], from: "2026-11-17" })).toMatchObject({ total: { turns: 0, costs: [] } });
  });

  it("keeps the usage of deleted sessions, and of pruned turns", async () => {
    await using store = await open();
    await store.insertSession(toSession({ cwd: "/a" }));
    await store.insertTurn(toTurn({ state: "in_progress" }));
    await store.updateTurn("t1", { state: "completed", finishedAtMs: NOON, usage });
    await store.prune({ endedBeforeMs: NOON + 1 });
    await store.deleteSession("s1");
    const { rows } = await store.sumUsage({ by: ["folder"] });
    expect(rows).toMatchObject([{ folder: "/a", turns: 1, totalTokens: 30, turnMs: 0 }]);
  });

  it("takes whatever an agent reports, so that every turn can end", async () => {
    await using store = await open();
    await store.insertSession(toSession({ cwd: `/${odd(3_000)}` }));
    const huge = {
      totalTokens: 1e300,
      inputTokens: Number.POSITIVE_INFINITY,
      outputTokens: -1,
      cachedReadTokens: 2 ** 70,
    };
    for (const id of ["t1", "t2", "t3"]) {
      await store.insertTurn(toTurn({ id, agent: odd(300), state: "in_progress" }));
      const cost = { amount: Number.MAX_VALUE, currency: odd(300) };
      await store.updateTurn(id, { state: "completed", finishedAtMs: NOON, usage: huge, model: odd(3_000), cost });
      expect(await store.getTurn(id)).toMatchObject({ state: "completed" });
      await store.addOutcome({ agent: "qa", isSuccess: true, ms: 1, tokens: Number.MAX_VALUE });
    }
    const { total } = await store.sumUsage({ by: [] });
    expect(total).toMatchObject({ turns: 3, outputTokens: 0, costs: [{ amount: 3e12 }] });
    expect(total.totalTokens).toBe(3e12);
    expect(await store.listTotals()).toMatchObject([{ turns: 3, totalTokens: 3e12 }]);
  });
}

/** Letters that cannot be compressed, of 4 bytes each. */
function odd(length: number): string {
  return Array.from({ length }, (_, at) => String.fromCodePoint(0x1_0000 + ((at * 7_919) % 60_000))).join("");
}
