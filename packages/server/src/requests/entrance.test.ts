// Who comes in, over real sockets: tokens, keys, cookies, hosts and origins, for requests and WebSockets alike.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { send, type Sent } from "../testing/send.ts";
import { startServer } from "../start-server.ts";
import { createSmallDialect } from "../testing/small-dialect.ts";

const READER_KEY = "a-key-for-those-who-look";
const hash = createHash("sha256").update(READER_KEY).digest("hex");
const ALLOWED = "https://board.example";

let server: TestServer;
let bearer: string;

beforeAll(async () => {
  server = await openTestServer({
    dialects: [createSmallDialect().create],
    keys: [{ name: "reader", hash, scopes: ["read"] }],
    allowedOrigins: [ALLOWED, "vscode-webview://*", "https://*.pages.example"],
    allowedHosts: ["parley.example"],
  });
  bearer = `Bearer ${server.token}`;
});
afterAll(() => server[Symbol.asyncDispose]());

function who(headers: Record<string, string>): Promise<Sent> {
  return send(`${server.url}/small/who`, { headers });
}

/** What the socket says first, or the status it was refused with. */
function openSocket(options: { protocols?: string[]; headers?: Record<string, string> }): Promise<unknown> {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/small/socket`, options.protocols ?? [], {
    headers: options.headers ?? {},
  });
  return new Promise((resolve) => {
    socket.once("message", (data: Buffer) => {
      resolve({ name: data.toString(), protocol: socket.protocol });
      socket.close();
    });
    socket.once("unexpected-response", (_request, response) => {
      resolve(response.statusCode);
      socket.terminate();
    });
    socket.on("error", resolve);
  });
}

it("accepts a cookie of another server behind the same address, if both have the same secret", async () => {
  const options = { hub: server.hub, token: server.token, baseUrl: "http://parley.example:8080", port: 0 };
  const start = (secret: string) =>
    startServer({ ...options, secret, allowedHosts: ["127.0.0.1"], dialects: [createSmallDialect().create] });
  await using one = await start("the secret of both");
  await using other = await start("the secret of both");
  await using stranger = await start("another secret");
  const { headers } = await send(`http://127.0.0.1:${one.port}/?token=${server.token}`, {});
  const [cookie = ""] = String(headers["set-cookie"]).split(";");
  expect(cookie).toMatch(/^parley_8080=/);
  const statuses = [one, other, stranger].map(
    async ({ port }) => (await send(`http://127.0.0.1:${port}/small/who`, { headers: { cookie } })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 401]);
});

describe("secrets", () => {
  it.each([
    ["a bearer token", () => ({ Authorization: bearer }), "token"],
    ["a key in a header", () => ({ "X-Secret-Key": server.token }), "token"],
    ["another key", () => ({ Authorization: `Bearer ${READER_KEY}` }), "reader"],
  ])("accepts %s", async (_what, headers, name) => {
    const { status, body } = await who(headers());
    expect([status, body]).toEqual([200, JSON.stringify({ name })]);
  });

  it.each([
    ["none", () => ({})],
    ["a wrong one", () => ({ Authorization: "Bearer wrong" })],
    ["one of the right length", () => ({ Authorization: `Bearer ${"x".repeat(server.token.length)}` })],
    ["an empty one", () => ({ "X-Secret-Key": "" })],
    ["another scheme", () => ({ Authorization: `Basic ${server.token}` })],
    ["a key's hash instead of the key", () => ({ Authorization: `Bearer ${hash}` })],
    ["a cookie that somebody made up", () => ({ Cookie: `parley_${server.server.port}=token~9999999999999~abc` })],
  ])("refuses %s", async (_what, headers) => {
    const { status, headers: answered, body } = await who(headers());
    expect([status, answered["www-authenticate"]]).toEqual([401, 'Bearer realm="parley"']);
    expect(body).toContain(".parley/token");
  });

  it("says whether a token is missing or wrong", async () => {
    expect((await who({})).body).toContain("A token is required: send it as");
    expect((await who({ Authorization: `Basic ${server.token}` })).body).toContain("A token is required: send it as");
    expect((await who({ Authorization: "Bearer wrong" })).body).toContain("The token is not valid.");
    expect((await who({ "X-Secret-Key": "wrong" })).body).toContain("The token is not valid.");
  });

  it("accepts a token in the query only on the start page", async () => {
    expect((await send(`${server.url}/small/who?token=${server.token}`)).status).toBe(401);
  });
});

describe("scopes", () => {
  const asReader = { Authorization: `Bearer ${READER_KEY}` };
  it.each([
    ["GET", "/small/who", 200],
    ["POST", "/small/body", 403],
    ["POST", "/small/search", 200],
    ["POST", "/small/agents", 403],
  ])("a read-only key: %s %s is %i", async (method, path, status) => {
    expect((await send(`${server.url}${path}`, { method, headers: asReader })).status).toBe(status);
  });

  it("the token may do everything", async () => {
    const sent = await send(`${server.url}/small/agents`, { method: "POST", headers: { Authorization: bearer } });
    expect(sent.status).toBe(200);
  });

  it("a read-only key gets a WebSocket with its own rights", async () => {
    expect(await openSocket({ headers: asReader })).toMatchObject({ name: "reader" });
  });
});

describe("a browser", () => {
  it("is signed in by a link, and gets a cookie that is not the token", async () => {
    const sent = await send(`${server.url}/?token=${server.token}`);
    const [cookie = ""] = sent.headers["set-cookie"] ?? [];
    expect([sent.status, sent.headers.location]).toEqual([303, "/"]);
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("SameSite=Strict");
    expect(cookie).not.toContain(server.token);

    const [pair = ""] = cookie.split(";");
    expect((await who({ Cookie: `other=1; ${pair}` })).status).toBe(200);
    expect(await openSocket({ headers: { Cookie: pair, Origin: server.url } })).toMatchObject({ name: "token" });
    // Cookies go to every port of a host: a page of another port makes the browser send ours.
    expect((await who({ Cookie: pair, "Sec-Fetch-Site": "same-site" })).status).toBe(401);
    expect((await who({ Cookie: `${pair}x` })).status).toBe(401);
  });

  it("is not signed in by a wrong link", async () => {
    const sent = await send(`${server.url}/?token=wrong`);
    expect([sent.status, sent.headers["set-cookie"]]).toEqual([401, undefined]);
  });
});

describe("hosts", () => {
  it.each(["localhost", "127.0.0.1:1", "[::1]:4717", "LOCALHOST:80", "parley.example", "parley.example:8080"])(
    "accepts %s",
    async (host) => {
      expect((await who({ Host: host, Authorization: bearer })).status).toBe(200);
    },
  );

  it.each(["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "parley.example.evil"])(
    "refuses %s, even with a token",
    async (host) => {
      expect((await who({ Host: host, Authorization: bearer })).status).toBe(421);
      expect((await send(`${server.url}/health`, { headers: { Host: host } })).status).toBe(421);
      expect(await openSocket({ headers: { Host: host, Authorization: bearer } })).toBe(421);
    },
  );
});

describe("origins", () => {
  it.each([
    "https://evil.example",
    "null",
    "http://127.0.0.1:1",
    "https://board.example.evil",
    "https://pages.example",
    "https://a.pages.example.evil",
    "https://a.pages.example:8443",
    "https://a.pages.example@evil.example",
    "http://a.pages.example",
  ])("refuses pages of %s, even with the token and for WebSockets", async (origin) => {
    expect((await who({ Origin: origin, Authorization: bearer })).status).toBe(403);
    expect(await openSocket({ headers: { Origin: origin, Authorization: bearer } })).toBe(403);
  });

  it("accepts its own page, without CORS headers", async () => {
    const { status, headers } = await who({ Origin: server.url, Authorization: bearer });
    expect([status, headers["access-control-allow-origin"]]).toEqual([200, undefined]);
  });

  it.each([ALLOWED, "vscode-webview://abc", "https://a.b.pages.example"])(
    "lets pages of %s send requests and read responses",
    async (origin) => {
      const asked = await send(`${server.url}/small/body`, {
        method: "OPTIONS",
        headers: {
          Origin: origin,
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "authorization",
        },
      });
      expect([asked.status, asked.headers["access-control-allow-headers"]]).toEqual([204, "authorization"]);
      const { status, headers } = await who({ Origin: origin, Authorization: bearer });
      expect([status, headers["access-control-allow-origin"]]).toEqual([200, origin]);
    },
  );
});

describe("WebSockets", () => {
  it("accept the token as a protocol, and answer with the selected one", async () => {
    const token = `parley.token.${server.token}`;
    expect(await openSocket({ protocols: [token, "acp"] })).toEqual({ name: "token", protocol: "acp" });
    expect(await openSocket({ protocols: [token] })).toEqual({ name: "token", protocol: token });
  });

  it("are refused without a token, and on other paths", async () => {
    expect(await openSocket({})).toBe(401);
    expect(await openSocket({ protocols: ["parley.token.wrong"] })).toBe(401);
    const elsewhere = new WebSocket(`${server.url.replace("http", "ws")}/nowhere`, {
      headers: { Authorization: bearer },
    });
    elsewhere.on("error", () => undefined);
    const status = await new Promise((resolve) => {
      elsewhere.once("unexpected-response", (_request, response) => resolve(response.statusCode));
    });
    expect(status).toBe(404);
  });
});
