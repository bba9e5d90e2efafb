// The bytes of A2A: cards, versions, both protocol generations, ids of streams, errors in each binding's shape.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createA2aDialect } from "./create-dialect.ts";
import { readEvents } from "./testing/read-events.ts";

const V1 = { "A2A-Version": "1.0", "Content-Type": "application/json" };
const V03 = { "Content-Type": "application/json" };

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ dialects: [createA2aDialect()] });
});
afterAll(() => server[Symbol.asyncDispose]());

interface Answer {
  readonly result?: Record<string, unknown> & { readonly task?: { readonly id: string } };
  readonly error?: { readonly code: number; readonly message: string };
}

function post(path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  return server.fetch(path, { method: "POST", headers, body: typeof body === "string" ? body : JSON.stringify(body) });
}

async function call(method: string, params: unknown, headers: Record<string, string> = V1): Promise<Answer> {
  const response = await post("/a2a", { jsonrpc: "2.0", id: 1, method, params }, headers);
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

function message(text: string, more: object = {}): object {
  const parts = [{ text }];
  return {
    message: { messageId: crypto.randomUUID(), role: "ROLE_USER", parts, ...more },
    metadata: { agent: "script" },
  };
}

function legacyMessage(text: string, more: object = {}): object {
  const parts = [{ kind: "text", text }];
  const said = { kind: "message", messageId: crypto.randomUUID(), role: "user", parts, ...more };
  return { message: said, metadata: { agent: "script" } };
}

describe("the card", () => {
  it("is public, and describes how to connect to the server", async () => {
    const response = await fetch(`${server.url}/.well-known/agent-card.json`, { headers: { "A2A-Version": "1.0" } });
    expect(response.status).toBe(200);
    const card = (await response.json()) as { skills: { id: string }[] };
    expect(card).toMatchObject({
      name: "Parley",
      capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
      securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
      supportedInterfaces: [
        { url: `${server.url}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
        { url: `${server.url}/a2a/v1`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
        { url: `${server.url}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "0.3" },
      ],
    });
    const skills = card.skills.map(({ id }) => id);
    expect(skills).toContain("script");
    expect(skills).not.toContain("recipe-maker");
  });

  it("has the older format if no version is requested", async () => {
    const card = (await (await fetch(`${server.url}/.well-known/agent-card.json`)).json()) as object;
    expect(card).toMatchObject({
      protocolVersion: "0.3",
      url: `${server.url}/a2a`,
      preferredTransport: "JSONRPC",
      securitySchemes: { bearer: { type: "http", scheme: "Bearer" } },
      supportedInterfaces: [{ protocolVersion: "1.0" }, { protocolVersion: "1.0" }, { protocolVersion: "0.3" }],
    });
  });

  it("exists for each agent, and for no other name", async () => {
    const path = "/a2a/agents/script/.well-known/agent-card.json";
    const card = (await (await server.fetch(path, { headers: V1 })).json()) as object;
    expect(card).toMatchObject({
      skills: [{ id: "script" }],
      supportedInterfaces: [{ url: `${server.url}/a2a/agents/script` }, {}, {}],
    });
    const nobody = await server.fetch("/a2a/agents/nobody/.well-known/agent-card.json", { headers: V1 });
    expect([nobody.status, await nobody.json()]).toMatchObject([400, { error: { status: "INVALID_ARGUMENT" } }]);
  });

  it("lists internal agents for callers with a token", async () => {
    const response = await server.fetch("/extendedAgentCard", { headers: V1 });
    const card = (await response.json()) as { skills: { id: string }[] };
    expect(card.skills.map(({ id }) => id)).toContain("recipe-maker");
    const { result } = await call("GetExtendedAgentCard", {});
    expect(result).toEqual(card);
    const refused = await fetch(`${server.url}/extendedAgentCard`, { headers: V1 });
    expect(refused.status).toBe(401);
  });
});

describe("versions and errors", () => {
  it("refuses unsupported versions", async () => {
    const { error } = await call("GetTask", { id: "x" }, { ...V1, "A2A-Version": "2.0" });
    expect(error).toMatchObject({ code: -32009, message: expect.stringContaining("2.0") as string });
    for (const version of ["", "0.3", "2.0"]) {
      const response = await server.fetch("/tasks", { headers: { "A2A-Version": version } });
      const body = (await response.json()) as object;
      expect([response.status, body]).toMatchObject([
        400,
        { error: { status: "FAILED_PRECONDITION", details: [{ reason: "VERSION_NOT_SUPPORTED" }] } },
      ]);
    }
  });

  it.each([
    ["not JSON", "{", -32700],
    ["a list", "[]", -32600],
    ["no version of JSON-RPC", '{"id":1,"method":"GetTask"}', -32600],
    ["an unknown method", '{"jsonrpc":"2.0","id":1,"method":"Dance","params":{}}', -32601],
    ["no parameters", '{"jsonrpc":"2.0","id":1,"method":"GetTask"}', -32602],
    ["no id", '{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{}}', -32602],
    ["an unknown task", '{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"x"}}', -32001],
    [
      "a message without parts",
      '{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m"}}}',
      -32602,
    ],
    ["too large a page", '{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{"pageSize":1000}}', -32602],
  ])("answers %s with a JSON-RPC error", async (_what, body, code) => {
    const response = await post("/a2a", body, V1);
    expect([response.status, await response.json()]).toMatchObject([200, { jsonrpc: "2.0", error: { code } }]);
  });

  it("refuses a page token that it did not issue", async () => {
    expect(await call("ListTasks", { pageToken: "made up" })).toMatchObject({ error: { code: -32602 } });
  });

  it.each([
    ["POST", "/message:send", "{", 400, "INVALID_ARGUMENT"],
    ["POST", "/message:send", "{}", 400, "INVALID_ARGUMENT"],
    ["POST", "/message:stream", "{}", 400, "INVALID_ARGUMENT"],
    ["GET", "/tasks/unknown", undefined, 404, "NOT_FOUND"],
    ["GET", "/tasks/unknown:subscribe", undefined, 404, "NOT_FOUND"],
    ["POST", "/tasks/unknown:cancel", "{}", 404, "NOT_FOUND"],
    ["POST", "/tasks/unknown:dance", "{}", 400, "INVALID_ARGUMENT"],
    ["GET", "/tasks?pageSize=many", undefined, 400, "INVALID_ARGUMENT"],
    ["GET", "/tasks?status=ASLEEP", undefined, 400, "INVALID_ARGUMENT"],
    ["GET", "/tasks?statusTimestampAfter=soon", undefined, 400, "INVALID_ARGUMENT"],
    ["GET", "/tasks/unknown/pushNotificationConfigs", undefined, 404, "NOT_FOUND"],
  ])("answers %s %s with an HTTP error", async (method, path, body, status, name) => {
    for (const base of ["", "/a2a/v1", "/a2a/v1/script", "/a2a/agents/script/v1"]) {
      const response = await server.fetch(`${base}${path}`, {
        method,
        headers: V1,
        ...(body !== undefined && { body }),
      });
      expect([response.status, await response.json()]).toMatchObject([
        status,
        { error: { code: status, status: name } },
      ]);
    }
  });

  it("refuses other content types", async () => {
    const headers = { ...V1, "Content-Type": "text/plain" };
    expect(await (await post("/a2a", "{}", headers)).json()).toMatchObject({ error: { code: -32005 } });
    expect((await post("/message:send", "{}", headers)).status).toBe(400);
  });
});

describe("a stream that was cut", () => {
  it("is resumed after the last event that arrived, even if the task has ended", async () => {
    const response = await post("/message:stream", message("stream 30 10\nrun echo hi\nsay the end"), V1);
    const all = await readEvents(response);
    const id = (JSON.parse(all[0]?.data ?? "{}") as { task: { id: string } }).task.id;
    expect(all.at(-1)?.data).toContain("TASK_STATE_INPUT_REQUIRED");
    const cut = all.findIndex((event, index) => index > 5 && event.id !== undefined);
    const headers = { ...V1, "Last-Event-ID": all[cut]?.id ?? "" };
    // A subscription does not end with the question: it is left after what there is.
    const left = all.length - cut - 1;
    const again = await readEvents(await server.fetch(`/tasks/${id}:subscribe`, { headers }), left);
    expect(again).toEqual(all.slice(cut + 1));
    await call("SendMessage", message("yes", { taskId: id }));
    const rest = await readEvents(await server.fetch(`/tasks/${id}:subscribe`, { headers }));
    expect(rest.at(-1)?.data).toContain("TASK_STATE_COMPLETED");
    expect(rest.slice(0, 3)).toEqual(all.slice(cut + 1, cut + 4));
    expect(rest.map(({ data }) => data).join()).toContain("the end");
  });

  it("ends when its reader disconnects, and the task continues", async () => {
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "SendStreamingMessage",
      params: message("wait 300\nsay still here"),
    });
    const reading = new AbortController();
    const response = await server.fetch("/a2a", { method: "POST", headers: V1, body, signal: reading.signal });
    const [first] = await readEvents(response, 1);
    reading.abort();
    const { id } = (JSON.parse(first?.data ?? "{}") as { result: { task: { id: string } } }).result.task;
    expect((await server.hub.turns.ended(id)).state).toBe("completed");
  });
});

describe("A2A 0.3", () => {
  it("sends, gets, cancels and subscribes", async () => {
    const sent = await call("message/send", legacyMessage("say hello"), V03);
    expect(sent.result).toMatchObject({
      kind: "task",
      status: { state: "completed" },
      artifacts: [{ parts: [{ kind: "text", text: "hello" }] }],
    });
    const got = await call("tasks/get", { id: sent.result?.["id"] }, V03);
    expect(got.result).toEqual(sent.result);
    const asked = await call("message/send", legacyMessage("ask Name?"), V03);
    expect(asked.result).toMatchObject({ status: { state: "input-required" } });
    const cancelled = await call("tasks/cancel", { id: asked.result?.["id"] }, V03);
    expect(cancelled.result).toMatchObject({ status: { state: "canceled" } });
    expect(await call("tasks/cancel", { id: sent.result?.["id"] }, V03)).toMatchObject({ error: { code: -32002 } });
    expect(await call("tasks/get", { id: "x" }, V03)).toMatchObject({ error: { code: -32001 } });
    expect(await call("GetTask", { id: "x" }, V03)).toMatchObject({ error: { code: -32601 } });
  });

  it("streams, with the final flag of its version", async () => {
    const request = { jsonrpc: "2.0", id: 7, method: "message/stream", params: legacyMessage("say hello") };
    const events = await readEvents(await post("/a2a", request, V03));
    const results = events.map(
      ({ data }) => (JSON.parse(data) as { id: number; result: Record<string, unknown> }).result,
    );
    expect(results[0]?.["kind"]).toBe("task");
    expect(results.some(({ kind }) => kind === "artifact-update")).toBe(true);
    expect(results.at(-1)).toMatchObject({ kind: "status-update", final: true, status: { state: "completed" } });
  });
});

it("has its paths next to those of the other dialects", async () => {
  await using whole = await openTestServer();
  const listed = await whole.fetch("/tasks", { headers: V1 });
  expect([listed.status, await listed.json()]).toEqual([
    200,
    { tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 },
  ]);
  const body = JSON.stringify(message("say hello"));
  const sent = await whole.fetch("/message:send", { method: "POST", headers: V1, body });
  expect([sent.status, await sent.json()]).toMatchObject([
    200,
    { task: { status: { state: "TASK_STATE_COMPLETED" } } },
  ]);
  const card = await whole.fetch("/extendedAgentCard", { headers: V1 });
  expect(card.status).toBe(200);
});
