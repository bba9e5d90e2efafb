import { expect, it } from "vitest";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import { toQuestion, toSession, toTurn } from "../store/testing/rows.ts";
import { WatchElsewhere } from "./watch-elsewhere.ts";

it("reports what other servers have changed, although no notice of it came", async () => {
  await using store = await openSqliteStore({ path: ":memory:" });
  await store.insertSession(toSession());
  const told: string[] = [];
  const readTurnStates = async (ids: readonly string[]): Promise<Record<string, string>> =>
    Object.fromEntries(await Promise.all(ids.map(async (id) => [id, (await store.getTurn(id))?.state ?? ""])));
  const watch = new WatchElsewhere({
    store,
    nodes: { isOurs: () => false, readTurnStates },
    turns: { table: { tell: ({ id, state }) => void told.push(`${id} ${state}`) } },
    interactions: { heard: ({ id, state }) => void told.push(`${id} ${state}`) },
  });
  for (const id of ["t1", "t2"]) {
    await store.insertTurn(toTurn({ id, state: "in_progress" }));
    watch.read(toTurn({ id, state: "in_progress" }));
  }
  await watch.lookAtTurns();
  expect(told).toEqual([]);
  await store.updateTurn("t1", { state: "failed", finishedAtMs: 9 });
  await store.updateTurn("t2", { state: "awaiting" });
  for (let looks = 0; looks < 2; looks += 1) await watch.lookAtTurns();
  expect(told.splice(0)).toEqual(["t1 failed", "t2 awaiting"]);
  await store.putInteraction(toQuestion({ id: "q1" }));
  await store.putInteraction(toQuestion({ id: "q2" }));
  watch.heardQuestion(toQuestion({ id: "q1" }));
  await store.settleInteraction(toQuestion({ id: "q1", state: "answered" }));
  for (let looks = 0; looks < 2; looks += 1) await watch.lookAtQuestions();
  expect(told).toEqual(["q1 answered", "q2 pending"]);
});

it("knows a turn that it has started elsewhere, with the changes that were heard, until it is over", async () => {
  const watch = new WatchElsewhere({
    store: { getTurn: () => expect.fail(), getInteraction: () => expect.fail(), listInteractions: () => expect.fail() },
    nodes: { isOurs: (id) => id === "ours", readTurnStates: () => expect.fail() },
    turns: { table: { tell: () => undefined } },
    interactions: { heard: () => undefined },
  });
  const started = toTurn({ id: "t1" });
  await watch.starting("t1", async () => {
    expect(watch.latest("t1")).toBeUndefined();
    return started;
  });
  expect(watch.latest("t1")).toBe(started);
  const start = { firstSeq: 7, startedAtMs: 2, model: "m" };
  expect(watch.started("t1", start)).toEqual({ ...started, ...start, state: "in_progress" });
  expect(watch.started("one of another server", start)).toBeUndefined();
  const running = toTurn({ id: "t1", state: "in_progress" });
  watch.heardTurn(running);
  expect(watch.latest("t1")).toBe(running);
  // A late notice does not undo what was heard since, such as that it is being cancelled.
  expect(watch.started("t1", start)).toBeUndefined();
  watch.heardTurn(toTurn({ id: "t1", state: "completed" }));
  expect([watch.latest("t1"), watch.has("t1")]).toEqual([undefined, false]);
  // Heard before the answer came.
  await watch.starting("t2", async () => {
    watch.heardTurn(toTurn({ id: "t2", state: "in_progress" }));
    return toTurn({ id: "t2" });
  });
  expect(watch.latest("t2")).toMatchObject({ state: "in_progress" });
  await expect(watch.starting("t3", () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  await watch.starting("t4", async () => toTurn({ id: "t4", sessionId: "ours" }));
  await watch.starting("t5", async () => toTurn({ id: "an earlier one" }));
  expect(["t3", "t4", "t5"].map((id) => watch.has(id))).toEqual([false, false, false]);
});
