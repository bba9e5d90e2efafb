// Servers on one database that are listed, shut down one by one, and that do not all have the same folders.
import { POSTGRES } from "@parley/test-support/postgres";
import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { call, dialects, reaches, readLog, readTurn } from "./dialects.ts";
import { ended, run, textOf } from "./rest.ts";
import { serve, type Served } from "./served.ts";
import { testPostgres } from "./test-database.ts";

interface Node {
  readonly id: string;
  readonly is_self: boolean;
  readonly state: string;
  readonly sessions: number;
  readonly version: string;
  readonly silent_ms: number;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

const OVER = ["completed", "failed", "cancelled"];

const LEASE_MS = 4_000;

describe.skipIf(POSTGRES === undefined)("servers on one database", { timeout: 180_000 }, () => {
  let url: string;
  let place: Place;
  let stays: Served;
  const opened: { readonly place: Place; readonly node: Served }[] = [];

  async function open(flags: readonly string[] = []): Promise<{ readonly place: Place; readonly node: Served }> {
    const own = await openPlace();
    const node = await serve(own, ["--lease-seconds", String(LEASE_MS / 1_000), ...flags], {
      env: { DATABASE_URL: url },
    });
    opened.push({ place: own, node });
    return { place: own, node };
  }

  beforeAll(async () => {
    url = await (await testPostgres()).createDatabase();
    ({ place, node: stays } = await open());
  });
  afterAll(async () => {
    for (const { place: own, node } of opened) {
      await node.end("SIGKILL");
      await own.marker.reap();
      await own[Symbol.asyncDispose]();
    }
  });

  const listNodes = async (server: Served): Promise<readonly Node[]> =>
    (await call<{ nodes: readonly Node[] }>(server, "GET", "/nodes")).nodes;

  it("are listed by each of them, without their keys", async () => {
    const { node: other } = await open();
    const [here, there] = [await listNodes(stays), await listNodes(other)];
    expect(here.map(({ id }) => id)).toEqual(there.map(({ id }) => id));
    expect(here.map(({ is_self: isSelf }) => isSelf)).toEqual([true, false]);
    expect(there.map(({ is_self: isSelf }) => isSelf)).toEqual([false, true]);
    for (const node of here) expect(node).toMatchObject({ state: "running", version: expect.stringMatching(/^\d/) });
    for (const { silent_ms: silentMs } of here) expect(silentMs).toBeLessThan(60_000);
    expect(JSON.stringify(here)).not.toMatch(/key|127\.0\.0\.1/);
    const { stdout } = await place.run(["doctor"], { env: { DATABASE_URL: url } });
    expect(stdout.match(/Node \S+ .*running, \d+ sessions?, last heartbeat \d+ s ago/g)).toHaveLength(2);
    await other.end("SIGTERM");
    await expect.poll(async () => (await listNodes(stays)).length).toBe(1);
  });

  it("have the same rules: what is added or revoked on any of them", async () => {
    const { node: other, place: otherPlace } = await open();
    const texts = async (server: Served): Promise<string> => JSON.stringify(await call(server, "GET", "/rules"));
    await call(stays, "POST", "/rules", { verdict: "allow", rule: "execute(make one *)" });
    await call(other, "POST", "/rules", { verdict: "deny", rule: "execute(make two *)" });
    await expect.poll(() => texts(other), { timeout: 30_000 }).toContain("make one");
    await expect.poll(() => texts(stays), { timeout: 30_000 }).toContain("make two");
    // The command changes the file of its home.
    await otherPlace.run(["rules", "add", "allow", "execute(make three *)"]);
    await expect.poll(() => texts(stays), { timeout: 30_000 }).toContain("make three");
    const { rules } = await call<{ rules: readonly { id: string; text: string }[] }>(stays, "GET", "/rules");
    const id = rules.find(({ text }) => text.includes("make three"))?.id ?? "";
    await call(stays, "DELETE", `/rules/${encodeURIComponent(id)}`);
    await expect.poll(() => texts(other), { timeout: 30_000 }).not.toContain("make three");
    // A server that was away while something was revoked does not bring it back.
    await other.end("SIGTERM");
    const left = await call<{ rules: readonly { id: string; text: string }[] }>(stays, "GET", "/rules");
    const gone = left.rules.find(({ text }) => text.includes("make two"))?.id ?? "";
    await call(stays, "DELETE", `/rules/${encodeURIComponent(gone)}`);
    await using back = await serve(otherPlace, ["--lease-seconds", String(LEASE_MS / 1_000)], {
      env: { DATABASE_URL: url },
    });
    expect(await texts(back)).toContain("make one");
    expect(await texts(back)).not.toContain("make two");
    expect(await texts(stays)).not.toContain("make two");
  });

  it("have the same keys, and none that was revoked on any of them, however it comes back", async () => {
    const keyOf = (name: string, scope = "read") => ({ name, hash: sha256(`the-key-${name}`), scopes: [scope] });
    const setKeys = (of: Place, keys: readonly object[]): Promise<void> =>
      writeFile(join(of.home, "config.json"), JSON.stringify({ serverKeys: keys, maxTurns: 50 }));
    const keysOf = async (of: Place): Promise<readonly string[]> => {
      const text = await readFile(join(of.home, "config.json"), "utf8");
      const config = JSON.parse(text) as { serverKeys: readonly { name: string }[]; maxTurns: number };
      expect(config.maxTurns).toBe(50);
      return config.serverKeys.map(({ name }) => name).toSorted();
    };
    const send = (server: Served, name: string, path = "/sessions", method = "GET"): Promise<Response> =>
      fetch(`${server.url}${path}`, { method, headers: { authorization: `Bearer the-key-${name}` } });
    const status = async (...args: Parameters<typeof send>): Promise<number> => (await send(...args)).status;
    const { node: other, place: otherPlace } = await open();
    const away = await openPlace();
    // Added to two homes, while their servers run.
    await setKeys(place, [keyOf("one")]);
    await setKeys(otherPlace, [keyOf("two"), keyOf("gone")]);
    for (const [server, name] of [
      [other, "one"],
      [stays, "two"],
      [stays, "gone"],
    ] as const)
      await expect.poll(() => status(server, name), { timeout: 30_000 }).toBe(200);
    await expect.poll(() => keysOf(place), { timeout: 30_000 }).toEqual(["gone", "one", "two"]);
    expect(await status(other, "one", "/runs", "POST")).toBe(403);
    // A third home learns them at its start, and is away while one is revoked and another gets further rights.
    await setKeys(away, []);
    const third = await serve(away, ["--lease-seconds", String(LEASE_MS / 1_000)], { env: { DATABASE_URL: url } });
    expect(await status(third, "gone")).toBe(200);
    await expect.poll(() => keysOf(away), { timeout: 30_000 }).toEqual(["gone", "one", "two"]);
    third.running.child.kill("SIGSTOP");
    const stoppedAt = performance.now();
    const following = await send(other, "gone", "/events");
    await setKeys(place, [keyOf("one", "drive"), keyOf("two")]);
    await expect.poll(() => status(other, "gone"), { timeout: 30_000 }).toBe(401);
    await expect(following.text().catch(() => "ended")).resolves.toBe("ended");
    await expect.poll(() => keysOf(otherPlace), { timeout: 30_000 }).toEqual(["one", "two"]);
    await expect.poll(() => status(other, "one", "/runs", "POST"), { timeout: 30_000 }).toBe(400);
    // Past its lease, it knows that it does not know.
    await expect
      .poll(async () => (await listNodes(stays)).map(({ state }) => state), { timeout: 30_000 })
      .toContain("lost");
    // It may have read the keys later than it told the others that it is there.
    await expect.poll(() => performance.now() - stoppedAt).toBeGreaterThan(LEASE_MS);
    third.running.child.kill("SIGCONT");
    expect([401, 503]).toContain(await status(third, "gone"));
    await expect.poll(() => status(third, "gone"), { timeout: 30_000 }).toBe(401);
    await third.end("SIGTERM");
    // An old file does not bring it back, and neither does a home that no server has seen before.
    await setKeys(away, [keyOf("one"), keyOf("two"), keyOf("gone", "admin")]);
    await rm(join(away.home, "shared-keys.txt"));
    await using back = await serve(away, ["--lease-seconds", String(LEASE_MS / 1_000)], { env: { DATABASE_URL: url } });
    expect([await status(back, "gone"), await status(back, "one", "/runs", "POST")]).toEqual([401, 400]);
    await expect.poll(() => keysOf(away), { timeout: 30_000 }).toEqual(["one", "two"]);
    expect(await status(stays, "gone")).toBe(401);
    const stored = await (
      await testPostgres()
    ).query("select data from parley.documents", new URL(url).pathname.slice(1));
    expect(stored).not.toContain("the-key");
    await back.end("SIGTERM");
    await away[Symbol.asyncDispose]();
    await setKeys(place, []);
    await expect.poll(() => status(other, "one"), { timeout: 30_000 }).toBe(401);
    await other.end("SIGTERM");
  });

  it("hand their sessions over when they are told to, with the prompts that wait", async () => {
    const { node } = await open();
    const idle = await run(node, "say one", { agent: "script" });
    const busy = await run(node, "say begun\nwait 4000\nsay finished", { agent: "script", mode: "async" });
    await reaches(node, busy.run_id, "in_progress");
    const queued = await run(node, "say queued", { agent: "script", mode: "async", sessionId: busy.session_id });
    const id = (await listNodes(node)).find((one) => one.is_self)?.id ?? "";
    const refused = await stays.fetch("/nodes/nobody/drain", { method: "POST" });
    expect(refused.status).toBe(404);
    await call(stays, "POST", `/nodes/${id}/drain`);
    await expect
      .poll(async () => (await listNodes(stays)).find((one) => one.id === id)?.state, { timeout: 10_000 })
      .toBe("draining");
    // While it waits for its running turn.
    const next = await run(stays, "say two", { agent: "script", sessionId: idle.session_id });
    expect([next.status, textOf(next)]).toEqual(["completed", "two"]);
    const behind = await run(stays, "say behind", { agent: "script", mode: "async", sessionId: busy.session_id });
    const outcomes = [
      await ended(stays, busy.run_id),
      await ended(stays, queued.run_id),
      await ended(stays, behind.run_id),
    ];
    expect(outcomes.map((one) => [one.status, textOf(one)])).toEqual([
      ["completed", expect.stringMatching(/^begun\s+finished$/)],
      ["completed", "queued"],
      ["completed", "behind"],
    ]);
    await node.running.ended;
    expect((await listNodes(stays)).map((one) => one.is_self)).toEqual([true]);
    const log = await readLog(stays, busy.session_id);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  });

  it("say which folder is missing, keep what waits for it, and continue when its machine is back", async () => {
    const { node } = await open(["--node-place", "another machine"]);
    const running = await run(node, "say begun\nwait 600000", { agent: "script", mode: "async" });
    const queued = await run(node, "say later", { agent: "script", mode: "async", sessionId: running.session_id });
    const [native] = dialects;
    const asked = await native!.begin(node, "backend", `write ${place.file("x.txt")} hello`, place.work);
    await reaches(stays, asked.turnId, "awaiting");
    await reaches(stays, running.run_id, "in_progress");
    node.running.child.kill("SIGKILL");
    expect(await reaches(stays, running.run_id, ...OVER)).toMatchObject({ error: { code: "interrupted" } });
    const input = [{ role: "user", parts: [{ content_type: "text/plain", content: "say x" }] }];
    const body = { agent_name: "script", mode: "sync", session_id: running.session_id, input };
    await expect(call(stays, "POST", "/runs", body)).rejects.toThrow(
      /503 .*No running server has the folder .*--node-place/s,
    );
    expect((await readLog(stays, running.session_id)).at(-1)).toMatchObject({ type: "stop" });
    expect(JSON.stringify(await call(stays, "GET", `/sessions/${running.session_id}`))).toContain("begun");
    await reaches(stays, asked.turnId, "awaiting");
    await reaches(stays, queued.run_id, "created");
    const { node: back } = await open(["--node-place", "another machine"]);
    expect(await ended(stays, queued.run_id)).toMatchObject({ status: "completed" });
    const again = await run(stays, "say again", { agent: "script", sessionId: running.session_id });
    expect(again).toMatchObject({ status: "completed" });
    expect([again.status, textOf(again)]).toEqual(["completed", "again"]);
    // It shows why, if it is over.
    expect(await readTurn(stays, asked.turnId)).toMatchObject({ state: "awaiting" });
    await native!.cancel(stays, asked);
    expect(await reaches(back, asked.turnId, ...OVER)).toMatchObject({ state: "cancelled" });
  });
});
