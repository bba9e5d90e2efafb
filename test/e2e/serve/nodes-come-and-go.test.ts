// Servers on one database that are listed, shut down one by one, and that do not all have the same folders.
import { POSTGRES } from "@parley/test-support/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { call, dialects, reaches, readLog } from "./dialects.ts";
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

const OVER = ["completed", "failed", "cancelled"];

describe.skipIf(POSTGRES === undefined)("servers on one database", { timeout: 180_000 }, () => {
  let url: string;
  let place: Place;
  let stays: Served;
  const opened: { readonly place: Place; readonly node: Served }[] = [];

  async function open(flags: readonly string[] = []): Promise<{ readonly place: Place; readonly node: Served }> {
    const own = await openPlace();
    const node = await serve(own, ["--lease-seconds", "4", ...flags], { env: { DATABASE_URL: url } });
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
    await using back = await serve(otherPlace, ["--lease-seconds", "4"], { env: { DATABASE_URL: url } });
    expect(await texts(back)).toContain("make one");
    expect(await texts(back)).not.toContain("make two");
    expect(await texts(stays)).not.toContain("make two");
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
    await native!.cancel(stays, asked);
    expect(await reaches(back, asked.turnId, ...OVER)).toMatchObject({ state: "cancelled" });
  });
});
