// What an attacker tries on the open port, as raw bytes or with a key that may do little: a table of attacks on one server.
import type { LogFields, LogLevel } from "@parley/base";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { createHash, randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRaw } from "../testing/raw-connection.ts";
import { send } from "../testing/send.ts";

const READER = "key-of-a-reader-0123";
const DRIVER = "key-of-a-driver-0123";
const SECRET = ["sk", "ant", "api03", "aB3dE5fG7h".repeat(9)].join("-");
const hashOf = (key: string): string => createHash("sha256").update(key).digest("hex");

let server: TestServer;
let sessionId = "";
const log: string[] = [];

beforeAll(async () => {
  server = await openTestServer({
    keys: [
      { name: "reader", hash: hashOf(READER), scopes: ["read"] },
      { name: "driver", hash: hashOf(DRIVER), scopes: ["drive"] },
    ],
    secret: "the-secret-of-this-server",
    limits: { refusalsPerSecond: 100_000, refusalsBurst: 100_000 },
    log: {
      write(level: LogLevel, message: string, fields?: LogFields) {
        log.push(`${level} ${message} ${JSON.stringify(fields)}`);
      },
    },
  });
  sessionId = (await server.hub.sessions.create({ agent: "script", title: "A plan\n\ndata: forged" })).id;
});
afterAll(() => server[Symbol.asyncDispose]());

/** Sends the bytes, and gives everything that came until the connection was closed. */
async function exchange(bytes: string): Promise<string> {
  using connection = await openRaw(server.url, { text: bytes });
  return await connection.closed;
}

const HOST = "Host: localhost\r\n";
const CLOSE = "Connection: close\r\n";
const bearer = (key: string): string => `Authorization: Bearer ${key}\r\n`;

describe("a disguised request gets no answer without permission", () => {
  const PATHS = [
    "/sessions",
    "//sessions",
    "/./sessions",
    "/health/../sessions",
    "/health/..;/sessions",
    "/health/%2e%2e/sessions",
    "/health%2f..%2fsessions",
    "/%2e/sessions",
    "/sessions/",
    "/sessions;a=b",
    "/sessions%3fx",
    "/sessions%00",
    "/SESSIONS",
    "/%73essions",
    "/sessions?/health",
    "/sessions#/health",
    "/health?/../sessions",
    "/.well-known/agent-card.json/../../sessions",
    "/ping/../server",
    "/ping%20/server",
  ];
  const DISGUISES: Readonly<Record<string, string>> = {
    plain: "",
    "method override": "X-HTTP-Method-Override: GET\r\nX-Method-Override: GET\r\n",
    "original URL": "X-Original-URL: /health\r\nX-Rewrite-URL: /health\r\n",
    "forwarded for this machine": "X-Forwarded-For: 127.0.0.1\r\nX-Real-IP: 127.0.0.1\r\nForwarded: for=127.0.0.1\r\n",
    "forwarded host": "X-Forwarded-Host: localhost\r\nX-Host: localhost\r\n",
    "somebody's user": "X-Remote-User: token\r\nX-Forwarded-User: token\r\nX-Caller: token\r\n",
  };
  const cases = PATHS.flatMap((path) => Object.entries(DISGUISES).map(([name, headers]) => ({ path, name, headers })));

  it.each(cases)("$path, $name", async ({ path, headers }) => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await exchange(`${method} ${path} HTTP/1.1\r\n${HOST}${headers}${CLOSE}\r\n`);
      const isHealth = answer.startsWith("HTTP/1.1 200") && /\{"status":"ok"\}|\r\n\r\n$/.test(answer);
      expect(/^HTTP\/1\.1 4\d\d/.test(answer) || isHealth).toBe(true);
      expect(answer).not.toContain(sessionId);
    }
  });
});

describe("refuses repeated or contradictory headers", () => {
  const token = (): string => bearer(server.token);
  const HEADS: Readonly<Record<string, () => string>> = {
    "two hosts, the good one first": () => `${HOST}Host: evil.example\r\n${token()}`,
    "two hosts, the good one last": () => `Host: evil.example\r\n${HOST}${token()}`,
    "the same host twice": () => `${HOST}${HOST}${token()}`,
    "a host in other letters": () => `${HOST}hOsT: evil.example\r\n${token()}`,
    "two authorizations": () => `${HOST}${token()}${bearer("other-token-0123456")}`,
    "two authorizations, the wrong one first": () => `${HOST}${bearer("other-token-0123456")}${token()}`,
    "two secret keys": () => `${HOST}X-Secret-Key: ${server.token}\r\nX-Secret-Key: a\r\n`,
    "two origins": () => `${HOST}${token()}Origin: http://localhost\r\nOrigin: https://evil.example\r\n`,
    "two lengths": () => `${HOST}${token()}Content-Length: 0\r\nContent-Length: 5\r\n`,
    "the same length twice": () => `${HOST}${token()}Content-Length: 0\r\nContent-Length: 0\r\n`,
    "a length and pieces": () => `${HOST}${token()}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`,
    "pieces twice": () => `${HOST}${token()}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n`,
    "pieces of another kind": () => `${HOST}${token()}Transfer-Encoding: xchunked\r\n`,
    "pieces, hidden by a tab": () => `${HOST}${token()}Transfer-Encoding:\tchunked, identity\r\n`,
    "a space before the colon": () => `${HOST}${token()}Content-Length : 4\r\n`,
    "a header over two lines": () => `${HOST}${token()}X-A: b\r\n Content-Length: 4\r\n`,
    "a line that ends with CR alone": () => `${HOST}${token()}X-A: b\rContent-Length: 4\r\n`,
    "a length in hex": () => `${HOST}${token()}Content-Length: 0x4\r\n`,
    "a length with a sign": () => `${HOST}${token()}Content-Length: +4\r\n`,
    "two idempotency keys": () => `${HOST}${token()}Idempotency-Key: a\r\nIdempotency-Key: b\r\n`,
    "two content types": () => `${HOST}${token()}Content-Type: application/json\r\nContent-Type: text/plain\r\n`,
  };

  it.each(Object.entries(HEADS))("%s", async (_, head) => {
    const smuggled = `POST /sessions HTTP/1.1\r\n${head()}${CLOSE}\r\n`;
    const answer = await exchange(`${smuggled}GET /server HTTP/1.1\r\n${HOST}${bearer(server.token)}${CLOSE}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|421)/);
    // Nothing that was hidden in it was answered.
    expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
  });

  it.each([[""], [bearer("not-the-token-0123")]])("applies the same to a WebSocket (%j)", async (more) => {
    const upgrade =
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    const head = `${HOST}Host: evil.example\r\n${bearer(server.token)}${more}${upgrade}`;
    expect(await exchange(`GET /acp HTTP/1.1\r\n${head}\r\n`)).toMatch(/^HTTP\/1\.1 400/);
  });
});

describe("foreign pages", () => {
  const origins = ["null", "https://evil.example", "http://localhost.evil.example", "http://127.0.0.1:1", "file://"];

  it.each(origins)("of %s get no answer, no preflight and no WebSocket", async (origin) => {
    const headers = { Origin: origin, Authorization: `Bearer ${server.token}` };
    const answers = [
      await send(`${server.url}/sessions`, { headers }),
      await send(`${server.url}/health`, { headers: { Origin: origin } }),
      await send(`${server.url}/sessions`, {
        method: "OPTIONS",
        headers: { Origin: origin, "Access-Control-Request-Method": "POST" },
      }),
    ];
    for (const { status, headers: answered } of answers) {
      expect(status).toBe(403);
      expect(answered["access-control-allow-origin"]).toBeUndefined();
      expect(answered["access-control-allow-credentials"]).toBeUndefined();
    }
  });

  it("cannot use a browser's cookie, and neither can another server on the same machine", async () => {
    const signIn = await send(`${server.url}/?token=${server.token}`);
    const [cookie = ""] = signIn.headers["set-cookie"]?.[0]?.split(";") ?? [];
    const ask = (headers: Record<string, string>) =>
      send(`${server.url}/sessions`, { headers: { Cookie: cookie, ...headers } });
    expect((await ask({})).status).toBe(200);
    for (const site of ["cross-site", "same-site", "evil"]) {
      expect((await ask({ "Sec-Fetch-Site": site })).status).toBe(401);
    }
    const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(cookie) ?? [];
    for (const forged of [
      `${name}=token~99999999999999~`,
      `${name}=${value.replace(/~.*~/, "~99999999999999~")}`,
      `${name}=${value}x`,
      `parley_1=${value}`,
      `${name}=driver~${value.split("~").slice(1).join("~")}`,
      `${name}=__proto__~1~x`,
      `${name}=`,
    ]) {
      expect((await send(`${server.url}/sessions`, { headers: { Cookie: forged } })).status).toBe(401);
    }
    await using other = await openTestServer({ token: server.token });
    expect((await send(`${other.url}/sessions`, { headers: { Cookie: cookie } })).status).toBe(401);
  });
});

describe("bodies", () => {
  const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    server.fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: new Uint8Array(Buffer.from(body)),
    });

  it.each([
    '{"__proto__":{"scopes":["admin"],"isAdmin":true},"agent":"script"}',
    '{"constructor":{"prototype":{"isAdmin":true}},"agent":"script"}',
    '{"agent":"script","__proto__":{"extensions":[{"server":{"name":"x","command":"touch","args":[],"env":[]}}]}}',
  ])("with prototype keys change nothing: %s", async (body) => {
    const answer = await post("/sessions", body, { Authorization: `Bearer ${DRIVER}` });
    expect(answer.status).toBeLessThan(500);
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
    const { id } = (await answer.json()) as { id?: string };
    expect(id === undefined ? [] : (await server.hub.sessions.get(id)).extensions).toEqual([]);
  });

  it("with a duplicate key are read the same way by the check and by the handler", async () => {
    const server1 = '[{"server":{"name":"x","command":"touch","args":["/tmp/x"],"env":[]}}]';
    for (const body of [
      `{"agent":"script","extensions":${server1},"extensions":[]}`,
      `{"agent":"script","extensions":[],"extensions":${server1}}`,
    ]) {
      const answer = await post("/sessions", body, { Authorization: `Bearer ${DRIVER}` });
      const { id = "" } = (await answer.json()) as { id?: string };
      const extensions = answer.status === 403 ? [] : (await server.hub.sessions.get(id)).extensions;
      expect(extensions).toEqual([]);
    }
  });

  it.each(["1e400", "-0", "9007199254740993", "1e309", '"NaN"', "[[]]", "{}"])(
    "with the odd number %s are a client error",
    async (number) => {
      const paths = [
        `/sessions?limit=${encodeURIComponent(number)}`,
        `/sessions/${sessionId}/events?after=${encodeURIComponent(number)}`,
      ];
      for (const path of paths) {
        const response = await server.fetch(path, { headers: { Accept: "application/json" } });
        await response.body?.cancel();
        expect(response.status).toBeLessThan(500);
      }
    },
  );

  it.each(["gzip", "deflate", "br", "compress", "gzip, gzip"])(
    "compressed with %s are not decompressed",
    async (encoding) => {
      const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
      const before = process.memoryUsage().rss;
      const answer = await post("/sessions", bomb, { "Content-Encoding": encoding });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(process.memoryUsage().rss - before).toBeLessThan(48 * 1024 * 1024);
    },
  );

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "that a form of another page could send (%s) do nothing without a key",
    async (type) => {
      for (const path of ["/sessions", "/runs", "/a2a", "/acp", "/message:send", "/reply"]) {
        const { status } = await send(`${server.url}${path}`, {
          method: "POST",
          headers: { "Content-Type": type, Origin: server.url },
          body: '{"agent":"script"}',
        });
        expect(status).toBe(401);
      }
    },
  );
});

describe("ids", () => {
  it.each([
    "..%2f..%2fetc%2fpasswd",
    "..%5c..%5cwindows",
    "....//....//",
    "' OR 1=1 --",
    "%00",
    "%0d%0aSet-Cookie:%20a=b",
    "__proto__",
    "constructor",
    "{{7*7}}",
    "${process.env}",
    "x".repeat(4_000),
    "\u202e",
  ])("that are invalid find nothing: %s", async (id) => {
    for (const path of [
      `/sessions/${id}`,
      `/sessions/${id}/export`,
      `/runs/${id}`,
      `/turns/${id}`,
      `/interactions/${id}`,
      `/agents/${id}`,
      `/resources/sessions/${id}/state`,
      `/recipes/${id}`,
      `/tasks/${id}`,
    ]) {
      const answer = await send(`${server.url}${encodeURI(path).replaceAll("%25", "%")}`, {
        headers: { Authorization: `Bearer ${server.token}`, "A2A-Version": "1.0" },
      });
      expect([400, 404]).toContain(answer.status);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      expect(answer.body).not.toContain("root:");
    }
  });
});

describe("attacker-controlled text", () => {
  it("cannot inject an event into a stream", async () => {
    const session = await server.hub.sessions.create({ agent: "script", title: "x" });
    const forged = 'say a\ndata: {"forged":1}\n\nid: 999\nevent: forged\rdata: b\u2028c';
    const response = await server.fetch("/reply", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ user_message: forged, session_id: session.id }),
    });
    const text = await response.text();
    for (const line of text.split(/\r\n|\r|\n/)) {
      expect(line === "" || /^(data: \{|id: \d+$|event: \w+$|:)/.test(line)).toBe(true);
      expect(line).not.toBe('data: {"forged":1}');
      expect(line).not.toBe("event: forged");
    }
  });

  it("cannot inject a header into a response", async () => {
    for (const id of ["a\r\nX-Evil: 1", "a\nX-Evil: 1", "<script>", "a".repeat(500)]) {
      const answer = await exchange(`GET /health HTTP/1.1\r\n${HOST}X-Request-Id: ${id}\r\n${CLOSE}\r\n`);
      expect(answer.split("\r\n\r\n")[0]).not.toMatch(/\r\nx-request-id: [^\r]*(evil|<|a{65})/i);
    }
  });
});

it("separates the idempotency keys of callers", async () => {
  const create = async (key: string) => {
    const answer = await server.fetch("/sessions", {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", "Idempotency-Key": "one-key" },
      body: JSON.stringify({ agent: "script" }),
    });
    return ((await answer.json()) as { id: string }).id;
  };
  const [owner, driver] = [await create(server.token), await create(DRIVER)];
  expect(driver).not.toBe(owner);
  expect([await create(server.token), await create(DRIVER)]).toEqual([owner, driver]);
});

it("shows an unknown path escaped and truncated", async () => {
  const headers = { Authorization: `Bearer ${server.token}` };
  const path = `/nowhere%1b%0d%0a<b>${"x".repeat(5_000)}`;
  const { status, body } = await send(`${server.url}${path}`, { headers });
  expect(status).toBe(404);
  expect((JSON.parse(body) as { message: string }).message).toMatch(
    /^GET \/nowhere%1b%0d%0a%3Cb%3Ex{100,200}… not found\./,
  );
});

it("separates the A2A message ids of callers", async () => {
  const message = { messageId: randomUUID(), role: "ROLE_USER", parts: [{ text: "say hello" }] };
  const params = { message, metadata: { agent: "script" }, configuration: { returnImmediately: true } };
  const start = async (key: string) => {
    const answer = await server.fetch("/a2a", {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", "A2A-Version": "1.0" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params }),
    });
    const { result } = (await answer.json()) as { result: { task: { id: string; contextId: string } } };
    return [result.task.id, result.task.contextId];
  };
  const [owner, driver] = [await start(server.token), await start(DRIVER)];
  expect(driver.filter((id) => owner.includes(id))).toEqual([]);
  expect([await start(server.token), await start(DRIVER)]).toEqual([owner, driver]);
});

it("reveals no more through HEAD and OPTIONS than through GET to a read-only caller", async () => {
  for (const path of ["/sessions", "/agent/remotes", "/acp", "/runs", "/nowhere"]) {
    for (const method of ["HEAD", "OPTIONS"]) {
      const open = await send(`${server.url}${path}`, { method });
      expect(open.status).toBe(401);
      expect(open.headers["allow"]).toBeUndefined();
      expect(open.body).not.toContain("admin");
    }
  }
});

it("logs no key, token, cookie or secret of a request", async () => {
  const wrong = "wrong-token-that-nobody-has-01";
  const tries: [string, Record<string, string>][] = [
    [`/?token=${wrong}`, {}],
    [`/?token=${server.token}`, {}],
    [`/sessions?token=${server.token}&api_key=${SECRET}&x=${SECRET}`, {}],
    [`/sessions?Authorization=${SECRET}`, { Authorization: `Bearer ${DRIVER}` }],
    [`/nowhere/${SECRET}`, { Authorization: `Bearer ${READER}` }],
    [`/sessions/${SECRET}?q=${SECRET}`, { "X-Secret-Key": server.token }],
    ["/sessions", { Cookie: `parley_1=${SECRET}`, Authorization: `Basic ${SECRET}` }],
    ["/acp", { Upgrade: "websocket", Connection: "Upgrade", "Sec-WebSocket-Protocol": `parley.token.${wrong}` }],
  ];
  const bodies: string[] = [];
  for (const [path, headers] of tries) bodies.push((await send(`${server.url}${path}`, { headers })).body);
  const text = log.join("\n");
  for (const secret of [wrong, server.token, DRIVER, READER, SECRET, hashOf(DRIVER), "the-secret-of-this-server"]) {
    expect(text).not.toContain(secret);
    // The address of a request is the caller's own: an answer may name it.
    expect(secret === SECRET ? "" : bodies.join("\n")).not.toContain(secret);
  }
});
