// Clients that are slow on purpose: each is closed within a limit that has a name, whether or not it reads, and nobody else waits.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRaw, type RawConnection, type RawOptions } from "../testing/raw-connection.ts";
import { send } from "../testing/send.ts";
import { createSmallDialect } from "../testing/small-dialect.ts";

const LIMITS = { headMs: 600, requestMs: 800, stalledMs: 1_000, headSweepMs: 50, keepAliveMs: 300 };
/** Longer than a test may take: what is closed here is not closed by these. */
const PATIENT = { ...LIMITS, headMs: 600_000, requestMs: 600_000 };
let server: TestServer;
let patient: TestServer;

beforeAll(async () => {
  server = await openTestServer({ dialects: [createSmallDialect().create], limits: LIMITS });
  patient = await openTestServer({ dialects: [createSmallDialect().create], limits: PATIENT });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await patient[Symbol.asyncDispose]();
});

const HEAD = "Host: localhost\r\n";
const bearer = ({ token } = server): string => `Authorization: Bearer ${token}\r\n`;
const UPGRADE =
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

interface SlowClient extends RawOptions {
  /** The status that it is told, if it reads at all. */
  readonly told?: RegExp;
  /** It is refused for what it sends, however long that takes. */
  readonly isRefused?: boolean;
}

/** What each sends. */
const CLIENTS: Readonly<Record<string, () => SlowClient>> = {
  "sends nothing": () => ({ told: /^(HTTP\/1.1 408|$)/ }),
  "sends a head byte by byte": () => ({ text: "GET /health HTTP/1.1\r\nX-A: ", drip: "a", told: /^HTTP\/1.1 408/ }),
  "sends one header after the other": () => ({
    text: `GET /health HTTP/1.1\r\n${HEAD}`,
    drip: "X-A: b\r\n",
    told: /^HTTP\/1.1 (408|431)/,
  }),
  "sends empty lines before its request": () => ({ drip: "\r\n", told: /^HTTP\/1.1 408/ }),
  "sends a body byte by byte without a key": () => ({
    text: `POST /small/body HTTP/1.1\r\n${HEAD}Content-Length: 100000\r\n\r\n`,
    drip: "x",
    told: /^HTTP\/1.1 401/,
    isRefused: true,
  }),
  "sends pieces of a body without a key": () => ({
    text: `POST /small/body HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n`,
    drip: "1\r\nx\r\n",
    told: /^HTTP\/1.1 401/,
    isRefused: true,
  }),
  "sends a body byte by byte with a key": () => ({
    text: `POST /small/body HTTP/1.1\r\n${HEAD}${bearer()}Content-Length: 100000\r\n\r\n`,
    drip: "x",
    told: /^HTTP\/1.1 408/,
  }),
  "sends pieces of a body with a key": () => ({
    text: `POST /small/body HTTP/1.1\r\n${HEAD}${bearer()}Transfer-Encoding: chunked\r\n\r\n`,
    drip: "1\r\nx\r\n",
    told: /^HTTP\/1.1 408/,
  }),
  "asks for a WebSocket without a key, and goes on sending": () => ({
    text: `GET /acp HTTP/1.1\r\n${HEAD}${UPGRADE}\r\n`,
    drip: "x",
    told: /^HTTP\/1.1 401/,
    isRefused: true,
  }),
  "asks for a WebSocket where there is none": () => ({
    text: `GET /nowhere HTTP/1.1\r\n${HEAD}${bearer(patient)}${UPGRADE}\r\n`,
    drip: "x",
    told: /^HTTP\/1.1 404/,
    isRefused: true,
  }),
  "sends what is not HTTP": () => ({
    text: "\u0016\u0003\u0001\u0002",
    drip: "x",
    told: /^HTTP\/1.1 400/,
    isRefused: true,
  }),
  "sends a second head slowly": () => ({
    text: `GET /health HTTP/1.1\r\n${HEAD}\r\nGET /health HTTP/1.1\r\nX-A: `,
    drip: "a",
    told: /^HTTP\/1.1 200 .*HTTP\/1.1 408/s,
  }),
  tunnels: () => ({ text: `CONNECT localhost:1 HTTP/1.1\r\n${HEAD}\r\n`, drip: "x", told: /^/ }),
};

describe.each([true, false])("a client (that reads: %s) is closed if it", (isRead) => {
  const clients = new Map<string, Promise<RawConnection>>();
  // All at once: each of them takes as long as its limit says.
  beforeAll(() => {
    for (const [name, describeClient] of Object.entries(CLIENTS)) {
      // One that does not read finds out by writing.
      const options = { drip: isRead ? undefined : "\r\n", ...describeClient(), isRead };
      clients.set(name, openRaw(options.isRefused === true ? patient.url : server.url, options));
    }
  });

  it.each(Object.entries(CLIENTS))("%s", async (name, describeClient) => {
    const { told = /^/ } = describeClient();
    using client = await clients.get(name);
    expect(await client?.closed).toMatch(isRead ? told : /^$/);
  });
});

it("closes a client that sends endless requests and reads no responses, with little memory", async () => {
  const requests = `GET /health HTTP/1.1\r\n${HEAD}\r\n`.repeat(300);
  const before = process.memoryUsage().rss;
  using client = await openRaw(server.url, { drip: requests, dripMs: 1, isRead: false });
  await client.closed;
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
});

it("closes the longest waiting connection without a key if there are too many", async () => {
  const limits = { ...PATIENT, unknownConnectionsMax: 20 };
  await using other = await openTestServer({ dialects: [createSmallDialect().create], limits });
  const slow = [];
  for (let count = 0; count < 20; count += 1) slow.push(await openRaw(other.url, { text: "GET / HTTP/1.1\r\n" }));
  const goner = slow[0]?.closed;
  expect((await send(`${other.url}/health`)).status).toBe(200);
  expect(await goner).toBe("");
  expect((await other.fetch("/health")).status).toBe(200);
  expect(slow.filter(({ socket }) => !socket.destroyed).length).toBeGreaterThanOrEqual(17);
  for (const { socket } of slow) socket.destroy();
});

it("closes connections beyond the limit immediately", async () => {
  const limits = { ...PATIENT, connectionsMax: 10 };
  await using other = await openTestServer({ dialects: [createSmallDialect().create], limits });
  const within = await Promise.all(Array.from({ length: 10 }, () => openRaw(other.url, { text: "GET" })));
  const beyond = await Promise.all(Array.from({ length: 10 }, () => openRaw(other.url)));
  expect(await Promise.all(beyond.map(({ closed }) => closed))).toEqual(Array.from({ length: 10 }, () => ""));
  expect(within.every(({ socket }) => !socket.destroyed)).toBe(true);
  // There is room again as soon as one is gone.
  within[0]?.socket.destroy();
  await expect.poll(async () => (await send(`${other.url}/health`).catch(() => undefined))?.status).toBe(200);
  for (const { socket } of within) {
    socket.destroy();
    if (!socket.closed) await once(socket, "close");
  }
});
