// The rules of the transport, one by one, as a client meets them that does not follow them.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAcpDialect } from "../create-dialect.ts";
import { createEventReader, type EventReader } from "../testing/event-reader.ts";

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ dialects: [createAcpDialect] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const INITIALIZE = { jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: 1 } };
const JSON_TYPE = { "content-type": "application/json" };

type Fields = Readonly<Record<string, string>>;

function post(body: unknown, headers: Fields = {}): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return server.fetch("/acp", { method: "POST", headers: { ...JSON_TYPE, ...headers }, body: text });
}

async function connect(): Promise<Fields> {
  const answer = await post(INITIALIZE);
  return { "acp-connection-id": answer.headers.get("acp-connection-id") ?? "" };
}

async function read(headers: Fields): Promise<EventReader> {
  return createEventReader(await server.fetch("/acp", { headers: { accept: "text/event-stream", ...headers } }));
}

/** A session of the script agent, whose answer came on the stream of the connection. */
async function newSession(headers: Fields, connection: EventReader): Promise<string> {
  const params = { cwd: server.folder, mcpServers: [], _meta: { agent: "script" } };
  await post({ jsonrpc: "2.0", id: "new", method: "session/new", params }, headers);
  const { result } = (await connection.find(({ id }) => id === "new")) as { result: { sessionId: string } };
  return result.sessionId;
}

describe("initialize", () => {
  it("is answered immediately, with the connection id in a header", async () => {
    const answer = await post(INITIALIZE);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(answer.headers.get("acp-connection-id")).toMatch(/^[\da-f-]{36}$/);
    const body: unknown = await answer.json();
    expect(body).toMatchObject({
      id: 0,
      result: {
        protocolVersion: 1,
        agentInfo: { name: "parley" },
        _meta: {
          parley: { agents: expect.arrayContaining([expect.objectContaining({ name: "backend" })]) as unknown },
        },
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: true, audio: false, embeddedContext: true },
          mcpCapabilities: { http: true, sse: true },
          sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, fork: {} },
        },
      },
    });
    expect(body).not.toHaveProperty("connectionId");
  });

  it("answers an unknown version with its own", async () => {
    const answer = await post({ ...INITIALIZE, params: { protocolVersion: 65_535 } });
    expect(await answer.json()).toMatchObject({ result: { protocolVersion: 1 } });
  });

  it("is refused on an established connection", async () => {
    const answer = await post(INITIALIZE, await connect());
    expect([answer.status, await answer.text()]).toEqual([400, "Initialize not allowed on existing connection"]);
  });

  it("leaves no connection behind if it fails", async () => {
    const answer = await post({ ...INITIALIZE, params: { protocolVersion: {} } });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("acp-connection-id")).toBeNull();
    expect(await answer.json()).toMatchObject({ id: 0, error: { code: -32602 } });
  });
});

describe("a posted message", () => {
  it.each([
    ["another type", "{}", { "content-type": "text/plain" }, 415, /application\/json/],
    ["no JSON", "{", {}, 400, /^Invalid JSON: \S/],
    ["a scalar", "1", {}, 400, /^Invalid JSON-RPC message$/],
    ["no message", "{}", {}, 400, /^Invalid JSON-RPC message$/],
    ["a batch", "[]", {}, 400, /-32600/],
    ["no connection", '{"id":1,"method":"session/list"}', {}, 400, /^Missing Acp-Connection-Id$/],
    ["an unknown connection", '{"id":1,"method":"session/list"}', { "acp-connection-id": "x" }, 404, /Unknown/],
  ])("is refused with %s", async (_, body, headers, status, message) => {
    const answer = await post(body, headers);
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringMatching(message)]);
  });

  it("may name the charset in its content type", async () => {
    const answer = await post(INITIALIZE, { "content-type": "application/json; charset=utf-8" });
    expect(answer.status).toBe(200);
  });

  it("is refused above 16 MiB", async () => {
    const answer = await post(`"${"x".repeat(16 * 1024 * 1024)}"`);
    expect(answer.status).toBe(413);
  });
});

describe("the session header", () => {
  it.each([
    ["missing", "session/prompt", { sessionId: "a", prompt: [] }, {}, /^Missing Acp-Session-Id$/],
    ["missing, and the session too", "session/cancel", {}, {}, /^Missing Acp-Session-Id$/],
    ["missing, in a method of ours", "_parley/session/events", { sessionId: "a" }, {}, /^Missing/],
    ["another", "session/load", { sessionId: "a" }, { "acp-session-id": "b" }, /^Mismatched Acp-Session-Id$/],
    ["too long", "session/load", { sessionId: "a" }, { "acp-session-id": "b".repeat(1025) }, /too long/],
  ])("is refused when it is %s", async (_, method, params, headers, message) => {
    const answer = await post(
      { jsonrpc: "2.0", id: 1, method, params },
      {
        ...(await connect()),
        ...headers,
      },
    );
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(message)]);
  });

  it("is required in an answer to a request on a session's stream", async () => {
    const headers = await connect();
    await using connection = await read(headers);
    const sessionId = await newSession(headers, connection);
    const scoped = { ...headers, "acp-session-id": sessionId };
    await using session = await read(scoped);
    const params = { sessionId, prompt: [{ type: "text", text: "run echo hi" }] };
    await post({ jsonrpc: "2.0", id: "turn", method: "session/prompt", params }, scoped);
    const { id } = await session.find(({ method }) => method === "session/request_permission");
    const reply = { jsonrpc: "2.0", id, result: { outcome: { outcome: "cancelled" } } };
    expect((await post(reply, headers)).status).toBe(400);
    expect((await post(reply, { ...headers, "acp-session-id": "another" })).status).toBe(400);
    expect((await post(reply, scoped)).status).toBe(202);
    await session.find((message) => message["id"] === "turn");
  });
});

describe("streams", () => {
  it.each([
    ["no stream", { accept: "application/json" }, 406],
    ["no connection", { accept: "text/event-stream" }, 400],
    ["an unknown connection", { accept: "text/event-stream", "acp-connection-id": "x" }, 404],
  ])("are refused for a client that accepts %s", async (_, headers, status) => {
    const connection = status === 406 ? await connect() : {};
    const answer = await server.fetch("/acp", { headers: { ...connection, ...headers } as Fields });
    expect(answer.status).toBe(status);
    await answer.body?.cancel();
  });

  it("have one reader each", async () => {
    const headers = await connect();
    await using first = await read(headers);
    expect(first.response.status).toBe(200);
    expect(first.response.headers.get("content-type")).toContain("text/event-stream");
    expect(first.response.headers.get("cache-control")).toContain("no-cache");
    await using second = await read(headers);
    expect(second.response.status).toBe(409);
    await using session = await read({ ...headers, "acp-session-id": "unknown" });
    expect(session.response.status).toBe(200);
  });

  it("keep unread frames, with each answer on the stream of its request", async () => {
    const headers = await connect();
    await post({ jsonrpc: "2.0", id: "list", method: "session/list", params: {} }, headers);
    await using connection = await read(headers);
    const sessionId = await newSession(headers, connection);
    const scoped = { ...headers, "acp-session-id": sessionId };
    const params = { sessionId, prompt: [{ type: "text", text: "say late" }] };
    await post({ jsonrpc: "2.0", id: "turn", method: "session/prompt", params }, scoped);
    await using session = await read(scoped);
    await session.find(({ id }) => id === "turn");
    expect(connection.messages.map(({ id }) => id)).toEqual(["list", "new"]);
    const last = session.messages.map(({ id, method }) => id ?? method).at(-1);
    expect(last).toBe("turn");
    expect(JSON.stringify(session.messages)).toContain("late");
  });

  it("deliver the answer to a load on the connection's stream if the session's is not read", async () => {
    const headers = await connect();
    await using connection = await read(headers);
    const sessionId = await newSession(headers, connection);
    const other = await connect();
    await using second = await read(other);
    const params = { sessionId, cwd: server.folder, mcpServers: [] };
    const message = { jsonrpc: "2.0", id: "load", method: "session/load", params };
    await post(message, { ...other, "acp-session-id": sessionId });
    expect(await second.find(({ id }) => id === "load")).toHaveProperty("result");
  });

  it("end with the connection", async () => {
    const headers = await connect();
    await using connection = await read(headers);
    const answer = await server.fetch("/acp", { method: "DELETE", headers });
    expect(answer.status).toBe(202);
    await connection.ended;
    expect((await server.fetch("/acp", { method: "DELETE", headers })).status).toBe(404);
    expect((await server.fetch("/acp", { method: "DELETE" })).status).toBe(400);
  });
});

it.each(["PUT", "PATCH", "HEAD"])("has no %s", async (method) => {
  const answer = await server.fetch("/acp", { method });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, POST, DELETE"]);
});
