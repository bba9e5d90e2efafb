// Three servers on one database: any of them serves any session, and a session survives the server that owns it.
import { POSTGRES } from "@parley/test-support/postgres";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { call, dialects, reaches, readLog, readTurn, type LoggedEvent } from "./dialects.ts";
import { ended, run, textOf } from "./rest.ts";
import { serve, type Served } from "./served.ts";
import { testPostgres } from "./test-database.ts";

const LEASE = ["--lease-seconds", "4"];
const INTERRUPTED = { state: "failed", error: { code: "interrupted" } };
const OVER = ["completed", "failed", "cancelled"];

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

  /** A fourth server that runs one turn and waits in another, until it gets a signal; both are seen to their ends by the others. */
  async function takeOver(
    signal: NodeJS.Signals,
  ): Promise<{ place: Place; node: Served; sessionId: string; runId: string }> {
    const place = await openPlace();
    const node = await serve(place, LEASE, { env: { DATABASE_URL: url } });
    const running = await run(node, "say begun\nwait 600000", { agent: "script", mode: "async" });
    const [native] = dialects;
    const begun = await native!.begin(node, "backend", `write ${place.file("x.txt")} hello\nsay the end`, place.work);
    await reaches(b(), begun.turnId, "awaiting");
    await reaches(b(), running.run_id, "in_progress");
    node.running.child.kill(signal);
    expect(await reaches(c(), running.run_id, ...OVER)).toMatchObject(INTERRUPTED);
    // Its agent's own session is in the home of the other server, so the answer cannot be carried out here.
    await native!.answer(b(), begun, "allow_once");
    const over = await reaches(a(), begun.turnId, ...OVER);
    expect(over).toMatchObject({ state: "failed", error: { code: "answer_lost" } });
    for (const id of [begun.sessionId, running.session_id]) expectWhole(await readLog(a(), id));
    return { place, node, sessionId: running.session_id, runId: running.run_id };
  }

  async function leave(place: Place, node: Served): Promise<void> {
    await node.end("SIGKILL");
    await place.marker.reap();
    await place[Symbol.asyncDispose]();
  }

  it("take over the sessions of one that is killed", async () => {
    const { place, node, sessionId } = await takeOver("SIGKILL");
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
    const { place, node, sessionId, runId } = await takeOver("SIGSTOP");
    const before = await readLog(a(), sessionId);
    node.running.child.kill("SIGCONT");
    expect((await run(node, "say awake", { agent: "script", sessionId })).status).toBe("completed");
    expect(await readTurn(node, runId)).toMatchObject(INTERRUPTED);
    const log = await readLog(node, sessionId);
    expectWhole(log);
    expect(log.slice(0, before.length)).toEqual(before);
    expect(log.filter(({ type }) => type === "prompt")).toHaveLength(2);
    await leave(place, node);
  });
});
