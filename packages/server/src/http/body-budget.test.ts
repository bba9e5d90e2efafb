// Large bodies at the same time: refused before they are received, never at the cost of small ones.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openRaw, type RawConnection } from "../testing/raw-connection.ts";
import { send } from "../testing/send.ts";
import { createBodyBudget } from "./body-budget.ts";

const GUEST = "a-key-of-a-guest";
const limits = {
  bodiesBytesMax: 100_000,
  bodiesBytesPerCallerMax: 60_000,
  smallBodyBytesMax: 1_000,
  smallBodiesBytesReserved: 10_000,
};

const open = (): Promise<TestServer> =>
  openTestServer({
    limits,
    keys: [{ name: "guest", hash: createHash("sha256").update(GUEST).digest("hex"), scopes: ["drive"] }],
  });

/** A request whose body never arrives whole. Resolves once the server asks for it. */
async function beginBody(server: TestServer, key: string, bytes: number): Promise<RawConnection> {
  const headers = [
    "POST /sessions HTTP/1.1",
    "Host: localhost",
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${bytes}`,
    "Expect: 100-continue",
  ];
  const connection = await openRaw(server.url, { text: `${headers.join("\r\n")}\r\n\r\n` });
  await new Promise((resolve) => connection.socket.once("data", resolve));
  return connection;
}

function post(server: TestServer, path: string, key: string, bytes: number) {
  const body = JSON.stringify({ agent: "script", padding: "" });
  return send(`${server.url}${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: body.padEnd(bytes, " "),
  });
}

describe("concurrent bodies", () => {
  it("are refused beyond a caller's share and the server's total, while small ones still pass", async () => {
    await using server = await open();
    using first = await beginBody(server, server.token, 50_000);
    const own = await post(server, "/sessions", server.token, 20_000);
    expect([own.status, own.headers["retry-after"]]).toEqual([429, "1"]);
    expect(JSON.parse(own.body)).toMatchObject({ code: "too_many_bytes" });
    expect((await post(server, "/sessions", GUEST, 20_000)).status).toBe(201);

    using second = await beginBody(server, GUEST, 35_000);
    const other = await post(server, "/sessions", GUEST, 20_000);
    expect([other.status, other.headers["retry-after"]]).toEqual([503, "1"]);
    expect(JSON.parse(other.body)).toMatchObject({ code: "server_busy" });
    for (const key of [server.token, GUEST]) expect((await post(server, "/sessions", key, 500)).status).toBe(201);

    for (const { socket, closed } of [first, second]) {
      socket.destroy();
      await closed;
    }
    await expect.poll(async () => (await post(server, "/sessions", server.token, 20_000)).status).toBe(201);
  });

  it("are counted while they arrive if their length was not stated", async () => {
    await using server = await open();
    using first = await beginBody(server, server.token, 50_000);
    const sent = await send(`${server.url}/sessions`, {
      method: "POST",
      headers: { Authorization: `Bearer ${server.token}`, "Content-Type": "application/json" },
      body: ["{", ...Array.from({ length: 20 }, () => " ".repeat(1_000)), '"agent":"script"}'],
    });
    expect(first.socket.destroyed).toBe(false);
    expect([sent.status, JSON.parse(sent.body)]).toMatchObject([429, { code: "too_many_bytes" }]);
  });

  const rpc = { jsonrpc: "2.0", id: null, error: { code: -32_603, message: expect.stringContaining("Try again") } };
  it.each([
    ["/acp", rpc],
    ["/a2a", rpc],
    ["/a2a/agents/script", rpc],
    ["/message:send", { error: { code: 429, status: "RESOURCE_EXHAUSTED" } }],
    ["/runs", { code: "server_error", data: { code: "too_many_bytes" } }],
    ["/reply", { code: "too_many_bytes" }],
  ])("are refused at %s in the format of its dialect", async (path, shape) => {
    await using server = await open();
    using first = await beginBody(server, server.token, 50_000);
    const { status, headers, body } = await post(server, path, server.token, 20_000);
    expect(first.socket.destroyed).toBe(false);
    expect([status, headers["retry-after"], JSON.parse(body)]).toMatchObject([429, "1", shape]);
  });

  it("release their share once they are parsed, even if the response takes longer", async () => {
    await using server = await open();
    const body = { agent_name: "script", mode: "stream", input: [{ parts: [{ content: "wait 600000" }] }] };
    const headers = { "Content-Type": "application/json" };
    const text = JSON.stringify(body).padEnd(50_000, " ");
    const response = await server.fetch("/runs", { method: "POST", headers, body: text });
    expect(response.status).toBe(200);
    expect((await post(server, "/sessions", server.token, 50_000)).status).toBe(201);
    await response.body?.cancel();
  });
});

it("releases a reservation once", () => {
  const budget = createBodyBudget(limits);
  const [one, other] = [budget.open("a"), budget.open("a")];
  expect([one.grow(40_000), other.grow(30_000)?.status]).toEqual([undefined, 429]);
  expect(other.grow(20_000)).toBeUndefined();
  expect(budget.bytes).toBe(60_000);
  one.release();
  one.release();
  expect(budget.bytes).toBe(20_000);
  other.release();
  expect(budget.bytes).toBe(0);
});
