// Three servers on one database: any of them serves any session, and a session survives the server that owns it.
import { POSTGRES } from "@parley/test-support/postgres";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { call, dialects, reaches, readLog, readTurn, type Begun, type LoggedEvent } from "./dialects.ts";
import { ended, getRun, run, textOf } from "./rest.ts";
import { serve, type Served } from "./served.ts";
import { testPostgres } from "./test-database.ts";

const LEASE = ["--lease-seconds", "4", "--allow-push", "127.0.0.1"];
const INTERRUPTED = { state: "failed", error: { code: "interrupted" } };
const OVER = ["completed", "failed", "cancelled"];

interface SessionChange {
  readonly type: string;
  readonly change: string;
  readonly session_id: string;
  readonly session?: { readonly status: string; readonly name: string };
}

/** Takes push notifications; each state once. */
async function openReceiver(): Promise<{ readonly url: string; readonly states: string[]; close(): void }> {
  const states: string[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const [state] = /TASK_STATE_\w+/.exec(text) ?? [];
      if (state !== undefined && state !== states.at(-1)) states.push(state);
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    states,
    close: () => void server.close(),
  };
}

describe.skipIf(POSTGRES === undefined)("three servers on one database", { timeout: 180_000 }, () => {
  let places: Place[];
  let nodes: Served[];
  let url: string;

  beforeAll(async () => {
    url = await (await testPostgres()).createDatabase();
    places = await Promise.all([1, 2, 3].map(() => openPlace()));
    nodes = await Promise.all(places.map((place) => serve(place, LEASE, { env: { DATABASE_URL: url } })));
  });
  afterAll(async () => {
    for (const node of nodes) await node.end("SIGKILL");
    for (const place of places) {
      await place.marker.reap();
      await place[Symbol.asyncDispose]();
    }
  });

  const [a, b, c] = [() => nodes[0] as Served, () => nodes[1] as Served, () => nodes[2] as Served];

  function expectWhole(log: readonly LoggedEvent[]): void {
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  }

  it("continue a session that another one began, and agree about it", async () => {
    const first = await run(a(), "say one", { agent: "script" });
    const second = await run(b(), "say two", { agent: "script", sessionId: first.session_id });
    const third = await run(c(), "say three", { agent: "script", sessionId: first.session_id });
    expect([first, second, third].map((one) => [one.status, textOf(one)])).toEqual([
      ["completed", "one"],
      ["completed", "two"],
      ["completed", "three"],
    ]);
    // Each server counts its own turns.
    const metrics = await Promise.all(nodes.map(async (node) => (await node.fetch("/metrics")).text()));
    const counts = metrics.map((text) => /^parley_turns_total\{state="completed".* (\d+)$/m.exec(text)?.[1] ?? "0");
    expect(counts.map(Number).toSorted((one, other) => one - other)).toEqual([0, 0, 3]);
    const logs = await Promise.all(nodes.map((node) => readLog(node, first.session_id)));
    expectWhole(logs[0] ?? []);
    expect(logs[1]).toEqual(logs[0]);
    expect(logs[2]).toEqual(logs[0]);
    for (const node of nodes) {
      const found = JSON.stringify(await call<object>(node, "GET", "/sessions/search?q=three"));
      expect(found).toContain(first.session_id);
      expect(JSON.stringify(await call<object>(node, "GET", "/sessions"))).toContain(first.session_id);
    }
  });

  it.each(dialects.map((dialect) => [dialect.name, dialect] as const))(
    "ask on one, and are answered on another, over %s",
    async (name, dialect) => {
      const file = (places[0] as Place).file(`${name}.txt`);
      const begun = await dialect.begin(a(), "backend", `write ${file} hello\nsay the end`, (places[0] as Place).work);
      await reaches(c(), begun.turnId, "awaiting", ...OVER);
      await dialect.answer(b(), begun, "allow_once");
      expect(await reaches(c(), begun.turnId, ...OVER)).toMatchObject({ state: "completed" });
      expect(await readFile(file, "utf8")).toBe("hello");
      expectWhole(await readLog(b(), begun.sessionId));
    },
  );

  it("cancel what another one runs", async () => {
    const running = await run(a(), "say begun\nwait 600000", { agent: "script", mode: "async" });
    await reaches(b(), running.run_id, "in_progress");
    const response = await b().fetch(`/runs/${running.run_id}/cancel`, { method: "POST" });
    expect(response.status).toBe(202);
    expect((await ended(c(), running.run_id)).status).toBe("cancelled");
  });

  it.each([
    ["a short one", "script", "think first\nsay hello", "completed"],
    ["one that is longer than what a server keeps in memory", "script", "stream 2000 20\nsay done", "completed"],
    ["one that fails", "script", "say begun\nfail for a reason", "failed"],
    ["one that asks", "backend", "write asked.txt hello", "awaiting"],
  ])("reply to a client that waits for a run of another one as that one does: %s", async (_, agent, text, status) => {
    const sessionId = (await run(a(), "say first", { agent })).session_id;
    const replied = await run(b(), text, { agent, sessionId });
    expect(replied.status).toBe(status);
    expect(replied).toEqual(await getRun(a(), replied.run_id));
    expect(replied).toEqual(await getRun(c(), replied.run_id));
    expectWhole(await readLog(c(), sessionId));
  });

  it.each(["SIGKILL", "SIGSTOP"] as const)("reply to it when that one ends by %s meanwhile", async (signal) => {
    const place = await openPlace();
    const node = await serve(place, LEASE, { env: { DATABASE_URL: url } });
    const sessionId = (await run(node, "say first", { agent: "script" })).session_id;
    const replied = run(b(), "say begun\nwait 600000", { agent: "script", sessionId });
    await expect
      .poll(async () => (await readLog(c(), sessionId)).filter(({ type }) => type === "prompt").length)
      .toBe(2);
    node.running.child.kill(signal);
    expect(await replied).toMatchObject({ status: "failed", error: { message: expect.any(String) as string } });
    expect(textOf(await replied)).toBe("begun");
    await leave(place, node);
  });

  it("follow on one what another one runs, without a gap or a duplicate", async () => {
    const sessionId = (await run(a(), "say first", { agent: "script" })).session_id;
    const headers = { authorization: `Bearer ${b().token}`, accept: "text/event-stream" };
    const following = await fetch(`${b().url}/sessions/${sessionId}/events?after=0`, { headers });
    const seqs: number[] = [];
    const seen = (async () => {
      let text = "";
      for await (const chunk of following.body as unknown as AsyncIterable<Uint8Array>) {
        text += Buffer.from(chunk).toString("utf8");
        seqs.splice(0, seqs.length, ...Array.from(text.matchAll(/^id: (\d+)$/gm), ([, id]) => Number(id)));
        if (text.includes("the very end") && text.includes("end_turn", text.indexOf("the very end"))) return;
      }
    })();
    const streamed = await run(c(), "stream 300 20\nsay the very end", { agent: "script", sessionId });
    expect(streamed.status).toBe("completed");
    await seen;
    expect(seqs.length).toBeGreaterThan(300);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  });

  it("list and report on one what happens to sessions of another one", async () => {
    const stopping = new AbortController();
    const headers = { authorization: `Bearer ${b().token}`, accept: "text/event-stream" };
    const { body } = await fetch(`${b().url}/events`, { headers, signal: stopping.signal });
    const changes: SessionChange[] = [];
    const reading = (async () => {
      let text = "";
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
        const blocks = (text + Buffer.from(chunk).toString("utf8")).split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) changes.push(JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "{}") as SessionChange);
      }
    })().catch(() => undefined); // It is stopped at the end.
    await expect.poll(() => changes.map(({ type }) => type)).toContain("reset");
    const { work } = places[0] as Place;
    const { id } = await call<{ id: string }>(a(), "POST", "/sessions", { agent: "backend", working_dir: work });
    const seen = (): readonly SessionChange[] =>
      changes.filter(({ type, session_id: one }) => type === "session" && one === id);
    const last = (): SessionChange | undefined => seen().at(-1);
    const listed = async (): Promise<string | undefined> => {
      const { sessions } = await call<{ sessions: readonly { id: string; status: string }[] }>(c(), "GET", "/sessions");
      return sessions.find((session) => session.id === id)?.status;
    };
    await expect.poll(last).toMatchObject({ change: "created", session: { status: "idle" } });
    const reply = { user_message: `write ${(places[0] as Place).file("seen.txt")} x\nsay the end` };
    const { turn_id: turnId } = await call<{ turn_id: string }>(a(), "POST", `/sessions/${id}/reply`, reply);
    const asked = await reaches(c(), turnId, "awaiting");
    await expect.poll(last).toMatchObject({ change: "changed", session: { status: "awaiting" } });
    expect(await listed()).toBe("awaiting");
    await call(c(), "POST", `/interactions/${asked.interaction_id}`, { action: "allow_once" });
    await expect
      .poll(last)
      .toMatchObject({ session: { status: "idle", last_line: "the end", last_turn: "completed" } });
    expect(await listed()).toBe("idle");
    await call(a(), "PUT", `/sessions/${id}/name`, { name: "Renamed" });
    await expect.poll(last).toMatchObject({ session: { name: "Renamed" } });
    await call(a(), "DELETE", `/sessions/${id}`);
    await expect.poll(last).toMatchObject({ change: "deleted" });
    stopping.abort();
    await reading;
  });

  interface TakenOver {
    readonly place: Place;
    readonly node: Served;
    readonly sessionId: string;
    readonly runId: string;
    /** A turn whose question is still open. */
    readonly asking: Begun;
    /** The states of the turn that ran, as they were pushed to a receiver. */
    readonly pushed: readonly string[];
    /** How often the results of its plan are in the log of their session. */
    readonly results: () => Promise<number>;
  }

  async function carryOut(node: Served, sessionId: string): Promise<void> {
    const tasks = [
      { task_id: "1", depends_on: [], agent_name: "script", description: "say begun\nwait 600000" },
      { task_id: "2", depends_on: ["1"], agent_name: "script", description: "say never" },
    ];
    const body = JSON.stringify({ session_id: sessionId, mode: "execute_plan", plan: { tasks } });
    await (await node.fetch("/reply", { method: "POST", body })).text();
  }

  /**
   * A fourth server that runs two turns and waits in two others, until it gets a signal. One of each is seen to its end by the
   * other servers, and one is cancelled at once.
   */
  async function takeOver(signal: NodeJS.Signals): Promise<TakenOver> {
    const place = await openPlace();
    const node = await serve(place, LEASE, { env: { DATABASE_URL: url } });
    const running = await run(node, "say begun\nwait 600000", { agent: "script", mode: "async" });
    const [native] = dialects;
    const begin = (file: string): Promise<Begun> =>
      native!.begin(node, "backend", `write ${place.file(file)} hello\nsay the end`, place.work);
    const cancelled = await run(node, "say begun\nwait 600000", { agent: "script", mode: "async" });
    const [begun, asking] = [await begin("x.txt"), await begin("y.txt")];
    for (const { turnId } of [begun, asking]) await reaches(b(), turnId, "awaiting");
    for (const { run_id: id } of [running, cancelled]) await reaches(b(), id, "in_progress");
    // Carried out by this server, in a session of another one.
    const planned = await call<{ id: string }>(a(), "POST", "/sessions", { agent: "script", working_dir: place.work });
    void carryOut(node, planned.id).catch(() => undefined); // It breaks off with the server.
    const underWay = async (): Promise<readonly object[]> =>
      (await call<{ turns: readonly object[] }>(c(), "GET", "/turns?state=in_progress")).turns;
    await expect.poll(underWay).toHaveLength(3);
    // Requested at another server than the one that runs it, which sends.
    const receiver = await openReceiver();
    const path = `/a2a/v1/tasks/${running.run_id}/pushNotificationConfigs`;
    await call(b(), "POST", path, { id: "mine", taskId: running.run_id, url: receiver.url });
    await expect.poll(() => receiver.states).toEqual(["TASK_STATE_WORKING"]);
    node.running.child.kill(signal);
    // Acknowledged although the server that runs it cannot hear of it.
    expect(await call(b(), "POST", `/turns/${cancelled.run_id}/cancel`)).toMatchObject({ state: "cancelling" });
    expect((await readTurn(a(), cancelled.run_id)).state).toBe("cancelling");
    expect(await reaches(c(), cancelled.run_id, ...OVER)).toMatchObject({ state: "cancelled" });
    expect(await reaches(c(), running.run_id, ...OVER)).toMatchObject(INTERRUPTED);
    // Its agent's own session is in the home of the other server, so the answer cannot be carried out here.
    await native!.answer(b(), begun, "allow_once");
    const over = await reaches(a(), begun.turnId, ...OVER);
    expect(over).toMatchObject({ state: "failed", error: { code: "answer_lost" } });
    for (const id of [begun.sessionId, running.session_id]) expectWhole(await readLog(a(), id));
    await expect.poll(() => receiver.states.at(-1)).toBe("TASK_STATE_FAILED");
    receiver.close();
    const results = async (): Promise<number> =>
      JSON.stringify(await readLog(a(), planned.id)).split("## Part 2: say never").length - 1;
    await expect.poll(results, { timeout: 30_000 }).toBe(1);
    return {
      place,
      node,
      sessionId: running.session_id,
      runId: running.run_id,
      asking,
      pushed: receiver.states,
      results,
    };
  }

  async function leave(place: Place, node: Served): Promise<void> {
    await node.end("SIGKILL");
    await place.marker.reap();
    await place[Symbol.asyncDispose]();
  }

  it("take over the sessions of one that is killed", async () => {
    const { place, node, sessionId, pushed } = await takeOver("SIGKILL");
    expect(pushed.filter((state) => state === "TASK_STATE_FAILED")).toHaveLength(1);
    const next = await run(b(), "say next", { agent: "script", sessionId });
    expect([next.status, textOf(next)]).toEqual(["completed", "next"]);
    await leave(place, node);
  });

  it("have every question that was seen, however soon its server is killed", async () => {
    const place = await openPlace();
    const node = await serve(place, LEASE, { env: { DATABASE_URL: url } });
    const [native] = dialects;
    // The first question that a follower on another server sees ends the server that asks it.
    const seen = new Set<string>();
    const stopping = new AbortController();
    const follow = async (id: string): Promise<void> => {
      const headers = { authorization: `Bearer ${b().token}`, accept: "text/event-stream" };
      const { body } = await fetch(`${b().url}/sessions/${id}/events?after=0`, { headers, signal: stopping.signal });
      let text = "";
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
        text += Buffer.from(chunk).toString("utf8");
        if (!text.includes('"permission_asked"')) continue;
        if (seen.size === 0) node.running.child.kill("SIGKILL");
        seen.add(id);
        return;
      }
    };
    const begun = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) =>
        native!.begin(node, "backend", `write ${place.file(`${n}.txt`)} hello`, place.work),
      ),
    );
    const following = begun.map(({ sessionId }) => follow(sessionId).catch(() => undefined)); // Not all of them get that far.
    await node.running.ended;
    for (const { sessionId, turnId } of begun) {
      const turn = await reaches(c(), turnId, "awaiting", ...OVER);
      const isAsked = (await readLog(c(), sessionId)).some(({ type }) => type === "permission_asked");
      const path = `/interactions?session_id=${sessionId}&state=pending`;
      const { interactions } = await call<{ interactions: readonly object[] }>(c(), "GET", path);
      expect([turn.state, interactions.length]).toEqual(isAsked ? ["awaiting", 1] : ["failed", 0]);
      expect(isAsked || !seen.has(sessionId)).toBe(true);
    }
    expect(seen.size).toBeGreaterThan(0);
    stopping.abort();
    await Promise.all(following);
    await leave(place, node);
  });

  it("take over the sessions of one that is stopped past its lease, and that cannot write when it wakes up", async () => {
    const { place, node, sessionId, runId, asking, pushed, results } = await takeOver("SIGSTOP");
    const before = await readLog(a(), sessionId);
    node.running.child.kill("SIGCONT");
    expect((await run(node, "say awake", { agent: "script", sessionId })).status).toBe("completed");
    expect(await readTurn(node, runId)).toMatchObject(INTERRUPTED);
    const log = await readLog(node, sessionId);
    expectWhole(log);
    expect(log.slice(0, before.length)).toEqual(before);
    expect(log.filter(({ type }) => type === "prompt")).toHaveLength(2);
    expect(pushed.filter((state) => state === "TASK_STATE_FAILED")).toHaveLength(1);
    // Nor does it end the question, which another server waits with now.
    const path = `/interactions?session_id=${asking.sessionId}&state=pending`;
    expect((await call<{ interactions: readonly object[] }>(node, "GET", path)).interactions).toHaveLength(1);
    await dialects[0]!.answer(node, asking, "allow_once");
    expect(await reaches(c(), asking.turnId, ...OVER)).toMatchObject({ error: { code: "answer_lost" } });
    expect(await results()).toBe(1);
    await leave(place, node);
  });
});
