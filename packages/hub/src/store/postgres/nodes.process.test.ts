// Two servers on one database: who owns a session, and who may write to it.
import { POSTGRES, startPostgres, type PostgresServer } from "@parley/test-support/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StoreNodes, StoreNotice } from "../../api/nodes.ts";
import type { HubStore } from "../../api/store.ts";
import { append, readAll, toBatch, toLines, toSession, toTurn } from "../testing/rows.ts";
import { openPostgresStore } from "./open-postgres-store.ts";

const LEASE_MS = 1_500;

function nodesOf({ nodes }: HubStore): StoreNodes {
  if (nodes === undefined) throw new Error("The store is not shared");
  return nodes;
}

describe.skipIf(POSTGRES === undefined)("servers on one database", () => {
  let server: PostgresServer;
  let names = 0;

  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function openTwo(leaseMs = LEASE_MS): Promise<{ one: HubStore; other: HubStore; database: string }> {
    const database = `nodes_${(names += 1)}`;
    await server.query(`create database ${database}`);
    const open = (): Promise<HubStore> => openPostgresStore({ url: server.urlOf(database), leaseMs });
    return { one: await open(), other: await open(), database };
  }

  /** As if its process had stopped: its lease is over although it runs. */
  const expire = (database: string, { id }: StoreNodes): Promise<string> =>
    server.query(`update parley.nodes set expires_at = now() - interval '1 s' where id = '${id}'`, database);

  it("own what they created, and nothing that another one has", async () => {
    const { one, other } = await openTwo();
    await one.insertSession(toSession());
    expect(nodesOf(one).isOurs("s1")).toBe(true);
    expect(await nodesOf(other).claim("s1")).toMatchObject({
      kind: "other",
      node: { id: nodesOf(one).id, isAlive: true },
    });
    expect(await nodesOf(other).claim("none")).toEqual({ kind: "none" });
    await nodesOf(one).release("s1");
    const claims = await Promise.all([nodesOf(one).claim("s1"), nodesOf(other).claim("s1")]);
    expect(claims.map(({ kind }) => kind).toSorted()).toEqual(["other", "ours"]);
    await one[Symbol.asyncDispose]();
    expect(await nodesOf(other).claim("s1")).toMatchObject({ kind: "ours" });
    expect((await nodesOf(other).list()).map(({ id, sessions }) => [id, sessions])).toEqual([[nodesOf(other).id, 1]]);
    await other[Symbol.asyncDispose]();
  });

  it("cannot write to what another one has taken since", async () => {
    const { one, other, database } = await openTwo();
    await one.insertSession(toSession());
    await one.insertSession(toSession({ id: "s2" }));
    await one.insertTurn(toTurn({ state: "in_progress" }));
    await append(one, toBatch("s1", 1, 2), toBatch("s2", 1, 1));
    await expire(database, nodesOf(one));
    expect(await nodesOf(other).listOrphans()).toEqual(["s1"]);
    expect(await nodesOf(other).claim("s1")).toEqual({ kind: "ours", isNew: true, hasFolder: true });
    const lost = { code: "session_lost" };
    await expect(append(one, toBatch("s1", 3, 1))).rejects.toMatchObject(lost);
    await expect(append(one, toBatch("s2", 2, 1), toBatch("s1", 3, 1))).rejects.toMatchObject(lost);
    const changes = new Map([["s1", { title: "Stale" }]]);
    await expect(one.appendEvents([toBatch("s1", 3, 1)], changes, { isDurable: false })).rejects.toMatchObject(lost);
    await expect(one.updateSession("s1", { title: "Stale" })).rejects.toMatchObject(lost);
    await expect(one.insertTurn(toTurn({ id: "t2" }))).rejects.toMatchObject(lost);
    await expect(one.updateTurn("t1", { state: "completed", finishedAtMs: 9 })).rejects.toMatchObject(lost);
    await append(other, toBatch("s1", 3, 2));
    await other.updateTurn("t1", { state: "failed", finishedAtMs: 8 });
    expect(await readAll(one, "s1")).toEqual(toLines("s1", 1, 4));
    expect(await one.getSession("s1")).toMatchObject({ title: toSession().title, lastSeq: 4 });
    expect(await one.getTurn("t1")).toMatchObject({ state: "failed", finishedAtMs: 8 });
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  it("notice that their lease was over, lose everything, and work on", async () => {
    const { one, other, database } = await openTwo();
    await one.insertSession(toSession());
    const lost = new Promise<readonly string[]>((resolve) => nodesOf(one).onLost(resolve));
    await expire(database, nodesOf(one));
    expect(await lost).toEqual(["s1"]);
    expect(nodesOf(one).isOurs("s1")).toBe(false);
    await expect(append(one, toBatch("s1", 1, 1))).rejects.toMatchObject({ code: "session_lost" });
    await expect.poll(async () => (await nodesOf(one).claim("s1")).kind).toBe("ours");
    await append(one, toBatch("s1", 1, 1));
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  it("leave what they lost to any server, although they are alive again", async () => {
    const { one, other, database } = await openTwo();
    await one.insertSession(toSession());
    await one.insertTurn(toTurn({ state: "in_progress" }));
    const lost = new Promise<readonly string[]>((resolve) => nodesOf(one).onLost(resolve));
    await expire(database, nodesOf(one));
    await lost;
    const isAlive = async (): Promise<boolean | undefined> =>
      (await nodesOf(other).list()).find(({ id }) => id === nodesOf(one).id)?.isAlive;
    await expect.poll(isAlive).toBe(true);
    await expect.poll(() => nodesOf(other).listOrphans()).toEqual(["s1"]);
    expect(await nodesOf(other).claim("s1")).toEqual({ kind: "ours", isNew: true, hasFolder: true });
    // It stays there: what is released is the claim that ended, and no later one.
    await expect.poll(() => nodesOf(one).claim("s1")).toMatchObject({ kind: "other" });
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  it("hear from each other, also after the connection was cut", async () => {
    const { one, other, database } = await openTwo();
    const heard: StoreNotice[] = [];
    nodesOf(other).onNotice((notice) => heard.push(notice));
    await one.insertSession(toSession());
    await append(one, toBatch("s1", 1, 3));
    await one.insertTurn(toTurn());
    const from = nodesOf(one).id;
    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ from, events: { s1: 3 } }));
    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ from, turns: ["t1"] }));
    heard.splice(0);
    await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ look: true }));
    await expect
      .poll(() =>
        append(one, toBatch("s1", 4, 1)).then(
          () => "stored",
          () => "refused",
        ),
      )
      .toBe("stored");
    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ events: { s1: 4 } }));
    expect(await nodesOf(other).readLastSeqs(["s1", "none"])).toEqual({ s1: 4 });
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  it("leave sessions to a server with their folder, and end what was running if there is none", async () => {
    const database = `nodes_${(names += 1)}`;
    await server.query(`create database ${database}`);
    const open = async (place: string): Promise<HubStore> => {
      const store = await openPostgresStore({ url: server.urlOf(database), leaseMs: 60_000, place });
      await nodesOf(store).announce("http://127.0.0.1:1");
      return store;
    };
    const [one, two, other] = [await open("laptop"), await open("laptop"), await open("desktop")];
    await one.insertSession(toSession());
    await one.insertSession(toSession({ id: "s2" }));
    await one.insertTurn(toTurn());
    await one.insertTurn(toTurn({ id: "t2", sessionId: "s2", state: "in_progress" }));
    expect(await nodesOf(one).listQueued()).toEqual([{ id: "t1", sessionId: "s1" }]);
    await expire(database, nodesOf(one));
    expect(await nodesOf(other).listOrphans()).toEqual([]);
    expect(await nodesOf(other).claim("s1")).toMatchObject({ kind: "other", node: { id: nodesOf(two).id } });
    expect((await nodesOf(two).listOrphans()).toSorted()).toEqual(["s1", "s2"]);
    await expire(database, nodesOf(two));
    expect(await nodesOf(other).listOrphans()).toEqual(["s2"]);
    expect(await nodesOf(other).claim("s1")).toEqual({ kind: "ours", isNew: true, hasFolder: false });
    await nodesOf(other).release("s1");
    const back = await open("laptop");
    expect(await nodesOf(other).claim("s1")).toMatchObject({ kind: "other", node: { id: nodesOf(back).id } });
    expect(await nodesOf(back).claim("s1")).toEqual({ kind: "ours", isNew: true, hasFolder: true });
    for (const store of [one, two, other, back]) await store[Symbol.asyncDispose]();
  });

  it("take nothing while they shut down, and learn that they should", async () => {
    const { one, other } = await openTwo(5 * LEASE_MS);
    for (const store of [one, other]) await nodesOf(store).announce("http://127.0.0.1:1");
    await one.insertSession(toSession());
    const asked = new Promise<void>((resolve) => nodesOf(one).onDrain(resolve));
    expect(await nodesOf(other).drain(nodesOf(one).id)).toBe(true);
    expect(await nodesOf(other).drain("nobody")).toBe(false);
    await asked;
    const [listed] = (await nodesOf(other).list()).filter(({ id }) => id === nodesOf(one).id);
    expect(listed).toMatchObject({ isDraining: true, isAlive: true, sessions: 1 });
    await nodesOf(one).release("s1");
    expect(await nodesOf(one).claim("s1")).toMatchObject({ kind: "other", node: { id: nodesOf(other).id } });
    await expect(append(one, toBatch("s1", 1, 1))).rejects.toMatchObject({ code: "session_lost" });
    expect(await nodesOf(other).claim("s1")).toMatchObject({ kind: "ours" });
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  it("give up an id that another one has, with everything it owned", async () => {
    const { one, other, database } = await openTwo();
    await one.insertSession(toSession());
    const id = nodesOf(one).id;
    const lost = new Promise<readonly string[]>((resolve) => nodesOf(one).onLost(resolve));
    await server.query(`update parley.nodes set key = 'of another server' where id = '${id}'`, database);
    expect(await lost).toEqual(["s1"]);
    await expect.poll(() => nodesOf(one).id).not.toBe(id);
    await expect.poll(async () => (await nodesOf(other).list()).filter(({ isAlive }) => isAlive).length).toBe(3);
    await expect(append(one, toBatch("s1", 1, 1))).rejects.toMatchObject({ code: "session_lost" });
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });
});
