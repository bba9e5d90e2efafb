// Callers' mistakes over A2A: each is answered with −32602 or 400, names the field in the words of its dialect, and changes nothing.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

type Fields = Readonly<Record<string, unknown>>;
type Mistake = readonly [name: string, field: string, make: () => Fields];

const MISSING = "/nowhere/at/all";
const PNG = "image/png";
let server: TestServer;
let file: string;

beforeAll(async () => {
  server = await openTestServer();
  file = join(server.folder, "a-file");
  await writeFile(file, "");
});
afterAll(() => server[Symbol.asyncDispose]());

async function post(path: string, body: unknown, headers: Fields = {}): Promise<{ status: number; body: Fields }> {
  const init = { method: "POST", headers: { "Content-Type": "application/json", ...headers } };
  const response = await server.fetch(path, { ...init, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Fields };
}

/** Sessions and turns: neither may come of a mistake. */
async function count(): Promise<readonly number[]> {
  const [{ sessions }, { turns }] = await Promise.all([server.hub.sessions.list({}), server.hub.turns.list({})]);
  return [sessions.length, turns.length];
}

describe("A2A", () => {
  const message = (parts: unknown, more: Fields = {}): Fields => ({
    message: { messageId: randomUUID(), role: "ROLE_USER", parts, metadata: { agent: "script" }, ...more },
  });
  const text = [{ text: "say hello" }];
  const mistakes: readonly Mistake[] = [
    ["a part that is null", "message.parts.0", () => message([null])],
    ["parts that are an object", "message.parts", () => message({})],
    ["a part without content", "message.parts.0", () => message([{}])],
    ["a part with two contents", "message.parts.0", () => message([{ text: "x", url: "http://x" }])],
    ["a text that is a number", "message.parts.0.text", () => message([{ text: 5 }])],
    ["an image that is a number", "message.parts.0.raw", () => message([{ raw: 5, mediaType: PNG }])],
    ["an image with no bytes", "message.parts.0.raw", () => message([{ raw: "", mediaType: PNG }])],
    ["an unknown role", "message.role", () => message(text, { role: "ROLE_WIZARD" })],
    ["an address that is not one", "message.parts.0.url", () => message([{ url: "nope" }])],
    [
      "a negative length",
      "configuration.historyLength",
      () => ({ ...message(text), configuration: { historyLength: -1 } }),
    ],
    ["a folder that is missing", "metadata.cwd", () => ({ ...message(text), metadata: { cwd: MISSING } })],
    ["a folder that is a file", "metadata.cwd", () => ({ ...message(text), metadata: { cwd: file } })],
    ["a folder that is a number", "metadata.cwd", () => ({ ...message(text), metadata: { cwd: 5 } })],
    ["an agent that is a number", "message.metadata.agent", () => message(text, { metadata: { agent: 5 } })],
    ["no message", "message", () => ({ message: null })],
    ["extensions that are a number", "message.extensions", () => message(text, { extensions: 5 })],
    ["references that are no words", "message.referenceTaskIds.0", () => message(text, { referenceTaskIds: [{}] })],
  ];
  const current = { "A2A-Version": "1.0" };

  it.each(mistakes)("refuses %s", async (_name, field, make) => {
    const before = await count();
    const about = expect.stringContaining(`${field}: `) as string;
    const call = { jsonrpc: "2.0", id: 1, method: "SendMessage", params: make() };
    expect((await post("/a2a", call, current)).body).toMatchObject({ error: { code: -32_602, message: about } });
    expect(await post("/message:send", make(), current)).toMatchObject({
      status: 400,
      body: { error: { code: 400, message: about } },
    });
    expect(await count()).toEqual(before);
  });

  it.each([
    ["a part that is null", null],
    ["a text that is a number", { kind: "text", text: 5 }],
    ["an unknown kind of part", { kind: "hologram" }],
    ["a part without a kind", { text: "hello" }],
    ["a file without content", { kind: "file", file: {} }],
  ])("refuses %s in the older version", async (_name, part) => {
    const params = { message: { kind: "message", messageId: randomUUID(), role: "user", parts: [part] } };
    const { body } = await post("/a2a", { jsonrpc: "2.0", id: 1, method: "message/send", params });
    expect(body).toMatchObject({
      error: { code: -32_602, message: expect.stringMatching(/^message\.parts\.0/) as string },
    });
  });

  it.each([
    ["the version", { id: 1, method: "GetTask" }],
    ["a method", { jsonrpc: "2.0", id: 1 }],
    ["an id that is one", { jsonrpc: "2.0", id: [], method: "GetTask" }],
    ["an id that is an integer", { jsonrpc: "2.0", id: 1.5, method: "GetTask" }],
  ])("answers a call without %s as no request", async (_name, call) => {
    const error = { code: -32_600, message: expect.stringContaining("is not a JSON-RPC 2.0 request: ") as string };
    expect((await post("/a2a", call, current)).body).toMatchObject({ id: null, error });
  });

  it.each([
    ["GetTask", {}, "id"],
    ["GetTask", { id: "" }, "id"],
    ["CancelTask", undefined, "params"],
    ["SendMessage", undefined, "params"],
    ["ListTasks", { includeArtifacts: "yes" }, "includeArtifacts"],
    ["ListTasks", { statusTimestampAfter: 5 }, "statusTimestampAfter"],
    ["DeleteTaskPushNotificationConfig", { taskId: "t" }, "id"],
    ["tasks/pushNotificationConfig/get", { id: null }, "id"],
    ["tasks/pushNotificationConfig/list", {}, "id"],
    ["tasks/pushNotificationConfig/delete", { id: "t" }, "pushNotificationConfigId"],
  ])("refuses %s with %j and names the field", async (method, params, field) => {
    const version = method.includes("/") ? {} : current;
    const { body } = await post("/a2a", { jsonrpc: "2.0", id: 1, method, params }, version);
    const about = expect.stringMatching(`^${field}: `) as string;
    expect(body).toMatchObject({ error: { code: -32_602, message: about } });
  });

  it.each([undefined, {}, []])("answers an unknown method with %j as unknown", async (params) => {
    for (const version of [{}, current]) {
      const { body } = await post("/a2a", { jsonrpc: "2.0", id: 1, method: "Nope", params }, version);
      expect(body).toEqual({ jsonrpc: "2.0", id: 1, error: { code: -32_601, message: "Method not found: Nope" } });
    }
  });

  it.each(["message/send", "message/stream"])("refuses extensions that are no list: %s", async (method) => {
    const sent = { messageId: "m", role: "user", parts: [{ kind: "text", text: "say hello" }], extensions: 5 };
    const { body } = await post("/a2a", { jsonrpc: "2.0", id: 1, method, params: { message: sent } });
    const why = expect.stringMatching(/^message\.extensions: /) as string;
    expect(body).toMatchObject({ error: { code: -32_602, message: why } });
  });

  it("refuses an unknown state", async () => {
    const call = { jsonrpc: "2.0", id: 1, method: "ListTasks", params: { status: "TASK_STATE_ODD" } };
    const { body } = await post("/a2a", call, current);
    expect(body).toMatchObject({ error: { code: -32_602, message: expect.stringContaining("status") as string } });
  });
});
