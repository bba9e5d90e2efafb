// What is too large, too long or too often is refused before anybody works on it.
import type { LogFields } from "@parley/base";
import { openTestServer } from "@parley/test-support/server";
import { request } from "node:http";
import { expect, it } from "vitest";
import type { ServerLimits } from "../limits.ts";
import { readEvents } from "../testing/read-events.ts";
import { send } from "../testing/send.ts";
import { createSmallDialect } from "../testing/small-dialect.ts";

const open = (limits: Partial<ServerLimits>) => openTestServer({ dialects: [createSmallDialect().create], limits });

it("accepts a body up to the limit and not one byte more, with or without a stated length", async () => {
  await using server = await open({ bodyBytesMax: 1000 });
  const post = (body: string | readonly string[]) =>
    send(`${server.url}/small/body`, { method: "POST", headers: { Authorization: `Bearer ${server.token}` }, body });
  expect(await post("x".repeat(1000))).toMatchObject({ status: 200, body: '{"bytes":1000}' });
  expect(await post(["x".repeat(400), "x".repeat(600)])).toMatchObject({ status: 200, body: '{"bytes":1000}' });

  const said = await post("x".repeat(1001));
  expect([said.status, JSON.parse(said.body)]).toMatchObject([413, { code: "body_too_large" }]);
  expect((await post(["x".repeat(600), "x".repeat(401)])).status).toBe(413);
});

it("delivers the response to a client that is still sending", async () => {
  await using server = await open({ bodyBytesMax: 1000 });
  const large = "x".repeat(8 * 1024 * 1024);
  for (const body of [large, [large, large]]) {
    const sent = await send(`${server.url}/small/body`, {
      method: "POST",
      headers: { Authorization: `Bearer ${server.token}` },
      body,
    });
    expect([sent.status, JSON.parse(sent.body)]).toMatchObject([413, { code: "body_too_large" }]);
  }
});

it("does not wait for the rest of a body that is too large", async () => {
  await using server = await open({ bodyBytesMax: 1000 });
  const outgoing = request(`${server.url}/small/body`, {
    method: "POST",
    headers: { Authorization: `Bearer ${server.token}` },
    agent: false,
  });
  outgoing.on("error", () => undefined);
  // It never says that this was all.
  outgoing.write("x".repeat(5000));
  const status = await new Promise((resolve) => outgoing.once("response", ({ statusCode }) => resolve(statusCode)));
  expect(status).toBe(413);
  outgoing.destroy();
});

it("refuses URLs and headers that are too long", async () => {
  await using server = await open({ urlBytesMax: 500, headBytesMax: 4096 });
  expect((await send(`${server.url}/health?${"x".repeat(500)}`)).status).toBe(414);
  expect((await send(`${server.url}/health`, { headers: { "X-Long": "x".repeat(5000) } })).status).toBe(431);
});

it("limits the requests of one caller without affecting others", async () => {
  await using server = await open({ requestsPerSecond: 0.01, requestsBurst: 3 });
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await server.fetch("/small/who")).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const refused = await server.fetch("/small/who");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: "too_many_requests" });
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
});

it("limits guesses of keys without affecting callers with a valid key", async () => {
  await using server = await open({ refusalsPerSecond: 0.01, refusalsBurst: 2 });
  const statuses: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    statuses.push((await server.fetch("/small/who", { headers: { Authorization: "Bearer wrong" } })).status);
  }
  expect(statuses).toEqual([401, 401, 429]);
  expect((await server.fetch("/small/who")).status).toBe(200);
});

it("refuses a request target that is not a path", async () => {
  await using server = await open({});
  const status = await new Promise((resolve, reject) => {
    const outgoing = request(server.url, {
      path: "http://evil.example/small/who",
      headers: { Authorization: `Bearer ${server.token}` },
      agent: false,
    });
    outgoing
      .once("response", ({ statusCode }) => resolve(statusCode))
      .once("error", reject)
      .end();
  });
  expect(status).toBe(400);
});

it("closes a connection whose client does not read, but not one that waits for its response", async () => {
  let tellOver: (route: unknown) => void = () => undefined;
  const isOver = new Promise((resolve) => (tellOver = resolve));
  const write = (_level: string, _message: string, { route }: LogFields = {}) =>
    route === "/small/large" && tellOver(route);
  await using server = await openTestServer({
    dialects: [createSmallDialect().create],
    limits: { stalledMs: 500 },
    log: { write },
  });
  const waiting = server.fetch("/small/slow?ms=1500");
  const reader = await readEvents(`${server.url}/small/large`, server.token, { isPaused: true });
  await isOver;
  reader.incoming.resume();
  expect(await reader.over).toBe("broken");
  expect(await (await waiting).text()).toBe("at last");
});
