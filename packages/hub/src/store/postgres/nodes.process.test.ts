// Two servers on one database: who owns a session, and who may write to it.
import { systemClock } from "@parley/base";
import { POSTGRES, startPostgres, type PostgresServer } from "@parley/test-support/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StoreNodes, StoreNotice } from "../../api/nodes.ts";
import type { HubStore } from "../../api/store.ts";
import { PlanRecord } from "../../plans/plan-record.ts";
import { append, readAll, toBatch, toLines, toQuestion, toSession, toTurn } from "../testing/rows.ts";
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

  it("take what a server that shuts down releases at the same moment", async () => {
    const { one, other } = await openTwo();
    const ids = Array.from({ length: 100 }, (_, index) => `s${index}`);
    for (const id of ids) await one.insertSession(toSession({ id }));
    await nodesOf(one).drain(nodesOf(one).id);
    for (const id of ids) {
      const [claim] = await Promise.all([nodesOf(other).claim(id), nodesOf(one).release(id)]);
      expect(["ours", "other"]).toContain(claim.kind);
    }
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  it("cannot write to what another one has taken since", async () => {
    const { one, other, database } = await openTwo();
    await one.insertSession(toSession());
    await one.insertSession(toSession({ id: "s2" }));
    await one.insertTurn(toTurn({ state: "in_progress" }));
    const question = toQuestion({ sessionId: "s1" });
    await one.putInteraction(question);
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
    await expect(one.settleInteraction({ ...question, state: "cancelled" })).rejects.toMatchObject(lost);
    await expect(one.deleteSession("s1")).rejects.toMatchObject(lost);
    expect(await other.getInteraction(question.id)).toMatchObject({ state: "pending" });
    expect(await other.settleInteraction({ ...question, state: "answered" })).toBe(true);
    // Any server may ask for this.
    expect(await one.requestCancel("t1")).toMatchObject({ state: "cancelling" });
    expect(await nodesOf(other).listCancelling()).toEqual([{ id: "t1", sessionId: "s1" }]);
    await append(other, toBatch("s1", 3, 2));
    await other.updateTurn("t1", { state: "failed", finishedAtMs: 8 });
    expect(await readAll(one, "s1")).toEqual(toLines("s1", 1, 4));
    expect(await one.getSession("s1")).toMatchObject({ title: toSession().title, lastSeq: 4 });
    expect(await one.getTurn("t1")).toMatchObject({ state: "failed", finishedAtMs: 8 });
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  it("change what they have stored themselves without reading it, and nothing that changed elsewhere", async () => {
    const { one, other, database } = await openTwo(60_000);
    await one.insertSession(toSession());
    await one.insertTurn(toTurn());
    await one.updateTurn("t1", { state: "in_progress", firstSeq: 1 });
    await one.appendEvents([toBatch("s1", 1, 2)], new Map([["s1", { title: "New", updatedAtMs: 7 }]]), {
      isDurable: true,
    });
    await append(one, toBatch("s1", 3, 1));
    await one.updateSession("s1", { isTitled: true });
    const row = toSession({ title: "New", isTitled: true, lastSeq: 3, updatedAtMs: 7 });
    expect(await other.getSession("s1")).toEqual(row);
    expect(await nodesOf(other).readSession("s1")).toEqual({ row, state: "running" });
    // Any server may ask for this, and the owner has not heard of it yet.
    await other.requestCancel("t1");
    await one.updateTurn("t1", { state: "awaiting", model: "large" });
    expect(await other.getTurn("t1")).toMatchObject({ state: "cancelling", firstSeq: 1, model: "large" });
    await one.updateTurn("t1", { state: "cancelled", finishedAtMs: 9 });
    await one.updateTurn("t1", { state: "completed", finishedAtMs: 10 });
    expect(await other.getTurn("t1")).toMatchObject({ state: "cancelled", finishedAtMs: 9 });
    expect((await other.sumUsage({ by: [] })).total.turns).toBe(1);
    await expect(one.insertTurn(toTurn())).rejects.toMatchObject({ code: "bad_input" });
    // Another one has had it in the meantime.
    await one.insertTurn(toTurn({ id: "t2" }));
    await nodesOf(one).release("s1");
    expect(await nodesOf(other).claim("s1")).toMatchObject({ kind: "ours" });
    await other.updateSession("s1", { title: "Newer" });
    await other.updateTurn("t2", { model: "small" });
    await nodesOf(other).release("s1");
    expect(await nodesOf(one).claim("s1")).toMatchObject({ kind: "ours" });
    await one.updateTurn("t2", { state: "in_progress" });
    await one.updateSession("s1", { turns: 4 });
    expect(await other.getTurn("t2")).toMatchObject({ state: "in_progress", model: "small" });
    expect(await other.getSession("s1")).toMatchObject({ title: "Newer", turns: 4, lastSeq: 3 });
    // Not by this server: what is not read is not noticed.
    await server.query(`update parley.turns set data = replace(data, 'small', 'tiny')`, database);
    await one.updateTurn("t2", { firstSeq: 4 });
    expect(await other.getTurn("t2")).toMatchObject({ model: "small", firstSeq: 4 });
    expect(await nodesOf(other).readSession("none")).toBeUndefined();
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
    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ from, newTurns: ["t1"] }));
    const start = { firstSeq: 4, startedAtMs: 2, model: "m" };
    await one.updateTurn("t1", { state: "in_progress", ...start, interactionId: undefined });
    await expect.poll(() => heard).toContainEqual({ from, started: { t1: start } });
    // Anything else is read.
    await one.updateTurn("t1", { state: "awaiting", interactionId: "q1" });
    await expect.poll(() => heard).toContainEqual({ from, turns: ["t1"] });
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

  it("cannot write to what another one has without a claim of their own", async () => {
    const { one, other, database } = await openTwo(60_000);
    await one.insertSession(toSession());
    await one.insertTurn(toTurn());
    const lost = { code: "session_lost" };
    await expect(append(other, toBatch("s1", 1, 1))).rejects.toMatchObject(lost);
    await expect(other.updateSession("s1", { title: "Stale" })).rejects.toMatchObject(lost);
    await expect(other.insertTurn(toTurn({ id: "t2" }))).rejects.toMatchObject(lost);
    await expect(other.updateTurn("t1", { state: "failed", finishedAtMs: 9 })).rejects.toMatchObject(lost);
    await expect(other.deleteSession("s1")).rejects.toMatchObject(lost);
    // It is in use there, so it is not pruned either.
    await one.updateTurn("t1", { state: "completed", finishedAtMs: 9 });
    expect(await other.prune({ endedBeforeMs: 0, sessionsMax: 0 })).toEqual({ sessions: [] });
    await append(one, toBatch("s1", 1, 1));
    await expire(database, nodesOf(one));
    expect(await other.prune({ endedBeforeMs: 0, sessionsMax: 0 })).toEqual({ sessions: ["s1"] });
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  it("renew their leases while all other connections wait", async () => {
    const database = `nodes_${(names += 1)}`;
    await server.query(`create database ${database}`);
    await using store = await openPostgresStore({ url: server.urlOf(database), leaseMs: LEASE_MS, connectionsMax: 2 });
    await store.insertSession(toSession());
    const { id } = nodesOf(store);
    const locker = server.query("begin; lock table parley.texts; select pg_sleep(3.5); commit", database);
    await expect
      .poll(() => server.query("select count(*) from pg_locks where mode = 'AccessExclusiveLock'"))
      .not.toBe("0");
    const waiting = Array.from({ length: 4 }, () => store.search("word", 1).catch(() => []));
    await locker;
    await Promise.all(waiting);
    expect(nodesOf(store).id).toBe(id);
    expect(nodesOf(store).isOurs("s1")).toBe(true);
    await append(store, toBatch("s1", 1, 1));
  });

  it("renew their leases on another connection when one is dead", async () => {
    const database = `nodes_${(names += 1)}`;
    await server.query(`create database ${database}`);
    const url = server.urlOf(database);
    await using store = await openPostgresStore({ url, leaseMs: 2 * LEASE_MS, connectionsMax: 2 });
    await store.insertSession(toSession());
    const { id } = nodesOf(store);
    const gap = new Promise<void>((resolve) => nodesOf(store).onNotice(({ isGap }) => isGap === true && resolve()));
    const words = `select pid from pg_stat_activity where datname = '${database}' and query not like '%pg_notify%'
      and query like any(array['%listen parley%', 'update nodes%'])`;
    const pid = Number((await server.query(words)).split("\\n")[0]);
    process.kill(pid, "SIGSTOP");
    try {
      await gap;
      await expect.poll(() => nodesOf(store).isOurs("s1")).toBe(true);
      expect(nodesOf(store).id).toBe(id);
    } finally {
      process.kill(pid, "SIGCONT");
    }
  });

  it("hear of sessions by name, however many", async () => {
    const { one, other } = await openTwo(60_000);
    const created = new Set<string>();
    nodesOf(other).onNotice((notice) => {
      for (const id of notice.created ?? []) created.add(id);
    });
    const ids = Array.from({ length: 300 }, (_, at) => `a rather long 'id' of "a session" ${at}`);
    await Promise.all(ids.map((id) => one.insertSession(toSession({ id }))));
    await expect.poll(() => created.size).toBe(ids.length);
    await one.insertTurn(toTurn({ sessionId: ids[0] ?? "", state: "in_progress" }));
    await one.insertTurn(toTurn({ id: "t2", sessionId: ids[1] ?? "", state: "awaiting" }));
    expect(await nodesOf(other).readStates(ids)).toEqual({ [ids[0] ?? ""]: "running", [ids[1] ?? ""]: "awaiting" });
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  it("carry out a plan on one of them, whoever has its session, until that one ends", async () => {
    const { one, other, database } = await openTwo(60_000);
    await one.insertSession(toSession());
    const plan = { isCompound: false, tasks: [] };
    const record = await PlanRecord.create(one, systemClock, { sessionId: "s1", plan });
    await nodesOf(one).release("s1");
    expect(await nodesOf(other).listOrphanPlans()).toEqual([]);
    await expire(database, nodesOf(one));
    expect(await nodesOf(other).listOrphanPlans()).toEqual([record.id]);
    const taken = (await Promise.all([PlanRecord.list(other), PlanRecord.list(other)])).flat();
    const isTaken = await Promise.all(taken.map((each) => each.take()));
    expect(isTaken.filter(Boolean)).toHaveLength(1);
    const isLost = new Promise<void>((resolve) => (record.onTaken = resolve));
    await expect(record.begin("a", { sessionId: "s2", turnId: "t2" })).rejects.toMatchObject({ code: "session_lost" });
    await isLost;
    await record.delete();
    const winner = taken[isTaken.indexOf(true)];
    // Several at once, as tasks run in parallel.
    const tasks = ["a", "b", "c"];
    await Promise.all(tasks.map(async (id) => winner?.begin(id, { sessionId: "s2", turnId: id })));
    const [stored] = await PlanRecord.list(one);
    expect(tasks.map((id) => stored?.begunTask(id)?.turnId)).toEqual(tasks);
    await winner?.release();
    expect(await nodesOf(other).listOrphanPlans()).toEqual([record.id]);
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });
});
