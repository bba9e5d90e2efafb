// What every store does with lists that have pages.
import { expect, it } from "vitest";
import type { HubStore, SessionRow } from "../../api/store.ts";
import { toSession, toTurn, type OpenStore } from "./rows.ts";

type Query = Omit<Parameters<HubStore["listSessions"]>[0], "cursor">;

async function listAll(store: HubStore, query: Query): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await store.listSessions({ ...query, cursor });
    pages.push(page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return pages;
}

function toBase64(text: string): string {
  return Buffer.from(text).toString("base64url");
}

async function insert(store: HubStore, rows: readonly Partial<SessionRow>[]): Promise<void> {
  for (const row of rows) await store.insertSession(toSession(row));
}

const FIVE = [
  { id: "a", updatedAtMs: 5, agent: "qa", cwd: "/one" },
  { id: "b", updatedAtMs: 7, cwd: "/two" },
  { id: "c", updatedAtMs: 5, agent: "qa", cwd: "/two" },
  { id: "d", updatedAtMs: 9, agent: "qa", cwd: "/two" },
  { id: "e", updatedAtMs: 5, cwd: "/one" },
];

export function describePaging(open: OpenStore): void {
  it("lists the latest first, each once", async () => {
    await using store = await open();
    expect(await store.listSessions({ limit: 10 })).toEqual({ rows: [] });
    await insert(store, FIVE);
    expect(await listAll(store, { limit: 10 })).toEqual([["d", "b", "e", "c", "a"]]);
    expect(await listAll(store, { limit: 5 })).toEqual([["d", "b", "e", "c", "a"]]);
    expect(await listAll(store, { limit: 2 })).toEqual([["d", "b"], ["e", "c"], ["a"]]);
    expect(await listAll(store, { limit: 0 })).toEqual([["d"], ["b"], ["e"], ["c"], ["a"]]);
  });

  it("lists those of an agent and of a folder", async () => {
    await using store = await open();
    await insert(store, FIVE);
    expect(await listAll(store, { limit: 1, agent: "qa" })).toEqual([["d"], ["c"], ["a"]]);
    expect(await listAll(store, { limit: 1, cwd: "/two" })).toEqual([["d"], ["b"], ["c"]]);
    expect(await listAll(store, { limit: 9, cwd: "/two", agent: "qa" })).toEqual([["d", "c"]]);
    await store.updateSession("a", { agent: "backend", cwd: "/two", updatedAtMs: 11 });
    expect(await listAll(store, { limit: 9, cwd: "/two", agent: "qa" })).toEqual([["d", "c"]]);
    expect(await listAll(store, { limit: 9, cwd: "/two" })).toEqual([["a", "d", "b", "c"]]);
  });

  it("continues at the same position after additions", async () => {
    await using store = await open();
    await insert(store, FIVE);
    const { rows, nextCursor } = await store.listSessions({ limit: 3 });
    expect(rows.map(({ id }) => id)).toEqual(["d", "b", "e"]);
    await insert(store, [
      { id: "f", updatedAtMs: 20 },
      { id: "bb", updatedAtMs: 5 },
    ]);
    await store.deleteSession("e");
    const next = await store.listSessions({ limit: 3, cursor: nextCursor });
    expect(next.rows.map(({ id }) => id)).toEqual(["c", "bb", "a"]);
    expect(next.nextCursor).toBeUndefined();
  });

  const forged = ['[1,"a",2]', '[1.5,"a"]', '[1e300,"a"]', '[1e999,"a"]', '[9223372036854775808,"a"]'];
  it.each(["", "x", "bnVsbA", "e30", "WzEsMl0", ...forged.map(toBase64), "x".repeat(10_000)])(
    "refuses a cursor that it did not issue (%j)",
    async (cursor) => {
      await using store = await open();
      await expect(store.listSessions({ limit: 3, cursor })).rejects.toMatchObject({ code: "bad_input" });
      await expect(store.listTurns({ limit: 3, cursor })).rejects.toMatchObject({ code: "bad_input" });
    },
  );

  it.each(
    ['[9007199254740991,"a"]', '[-9007199254740991,"a"]', '[0,"\\u0000"]', '[0,"\\ud800"]', '[0,""]'].map(toBase64),
  )("takes a cursor to a row that does not exist (%j)", async (cursor) => {
    await using store = await open();
    expect(await store.listSessions({ limit: 3, cursor })).toEqual({ rows: [] });
    expect(await store.listTurns({ limit: 3, cursor })).toEqual({ rows: [] });
  });

  it("lists turns by session and state", async () => {
    await using store = await open();
    await insert(store, [{ id: "s1" }, { id: "s2" }]);
    await store.insertTurn(toTurn({ id: "a", createdAtMs: 1, state: "completed", firstSeq: 1, lastSeq: 4 }));
    await store.insertTurn(toTurn({ id: "b", createdAtMs: 2, state: "awaiting" }));
    await store.insertTurn(toTurn({ id: "c", createdAtMs: 2, state: "created", sessionId: "s2" }));
    const ids = async (query: Omit<Parameters<HubStore["listTurns"]>[0], "limit">): Promise<string[]> =>
      (await store.listTurns({ limit: 10, ...query })).rows.map(({ id }) => id);
    expect(await ids({})).toEqual(["c", "b", "a"]);
    expect(await ids({ sessionId: "s1" })).toEqual(["b", "a"]);
    expect(await ids({ states: ["created", "completed"] })).toEqual(["c", "a"]);
    expect(await ids({ states: [] })).toEqual([]);
    await store.updateSession("s1", { abandoned: [{ from: 2, to: 5, by: 6 }] });
    expect(await ids({ isCounting: true })).toEqual(["c", "b"]);
    const { rows, nextCursor } = await store.listTurns({ limit: 2 });
    expect(rows.map(({ id }) => id)).toEqual(["c", "b"]);
    expect(await ids({ cursor: nextCursor })).toEqual(["a"]);
  });
}
