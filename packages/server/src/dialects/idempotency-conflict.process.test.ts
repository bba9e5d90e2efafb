// An idempotency key that is used for a different request: refused on every dialect, in the dialect's own form.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAcpPeer, TRANSPORTS, type AcpPeer } from "./acp/testing/acp-peer.ts";

type Fields = Readonly<Record<string, unknown>>;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const newKey = (): string => `key-${randomUUID()}`;
const openSession = async (): Promise<string> => (await server.hub.sessions.create({ agent: "script" })).id;

async function post(path: string, body: unknown, key?: string): Promise<{ status: number; body: Fields; id: string }> {
  const headers = { "Content-Type": "application/json", ...(key !== undefined && { "Idempotency-Key": key }) };
  const response = await server.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.includes("json") === true;
  const id = response.headers.get("Parley-Turn-Id") ?? "";
  return { status: response.status, body: isJson ? (JSON.parse(text) as Fields) : {}, id };
}

const remedy = "Use a new key";

describe("the native API", () => {
  const cases: readonly [string, () => Promise<string>, Fields, Fields][] = [
    [
      "a prompt",
      async () => `/sessions/${await openSession()}/reply`,
      { user_message: "say a" },
      { user_message: "say b" },
    ],
    [
      "an earlier conversation",
      async () => `/sessions/${await openSession()}/reply`,
      { user_message: "say a", override_conversation: [{ role: "user", content: [{ type: "text", text: "one" }] }] },
      { user_message: "say a", override_conversation: [{ role: "user", content: [{ type: "text", text: "two" }] }] },
    ],
    ["a session", () => Promise.resolve("/sessions"), { agent: "script", name: "A" }, { agent: "script", name: "B" }],
    ["a copy", async () => `/sessions/${await openSession()}/fork`, {}, { at_seq: 0 }],
  ];

  it.each(cases)("refuses a different request for %s", async (_, find, one, other) => {
    const [path, key] = [await find(), newKey()];
    const first = await post(path, one, key);
    expect(first.status).toBeLessThan(300);
    const refused = await post(path, other, key);
    const message = expect.stringContaining(remedy) as string;
    const about = { code: "idempotency_conflict", field: "Idempotency-Key", message };
    expect(refused).toMatchObject({ status: 422, body: about });
    expect(refused.body["message"]).toContain(key);
    expect((await post(path, one, key)).body).toEqual(first.body);
    expect((await post(path, other, newKey())).status).not.toBe(422);
  });

  it("refuses it for a stream that creates its session, whichever agent the prompt is routed to", async () => {
    const key = newKey();
    const first = await post("/reply", { user_message: "say a" }, key);
    expect(first.status).toBe(200);
    expect(await post("/reply", { user_message: "say b" }, key)).toMatchObject({
      status: 422,
      body: { code: "idempotency_conflict" },
    });
    expect((await post("/reply", { user_message: "say a" }, key)).id).toBe(first.id);
    const again = { user_message: "say a", on_disconnect: "continue", when_busy: "refuse" };
    expect((await post("/reply", again, key)).id).toBe(first.id);
  });

  it("refuses it for a recipe with other values", async () => {
    const recipe = { title: "Greet", prompt: "say {{ who }}", agent: "script" };
    const parameters = [{ key: "who", description: "Who", input_type: "string", requirement: "required" }];
    const saved = await post("/recipes", { version: "1.0.0", description: "Greets", ...recipe, parameters });
    const path = `/recipes/${String(saved.body["id"])}/run`;
    const key = newKey();
    const first = await post(path, { parameters: { who: "Ann" } }, key);
    expect(first.status).toBeLessThan(300);
    expect(await post(path, { parameters: { who: "Bob" } }, key)).toMatchObject({ status: 422 });
    expect((await post(path, { parameters: { who: "Ann" } }, key)).body["id"]).toBe(first.body["id"]);
  });

  it("is not in the way of a request whose first attempt was refused", async () => {
    const id = await openSession();
    const turn = await server.hub.turns.start({ sessionId: id, prompt: [{ type: "text", text: "wait 600000" }] });
    const [path, key] = [`/sessions/${id}/reply`, newKey()];
    expect((await post(path, { user_message: "say a", when_busy: "refuse" }, key)).status).toBe(409);
    await server.hub.turns.cancel(turn.id);
    await server.hub.turns.ended(turn.id);
    expect((await post(path, { user_message: "say b" }, key)).status).toBe(202);
    expect((await post(path, { user_message: "say a" }, key)).status).toBe(422);
  });
});

describe("ACP-REST", () => {
  it("refuses a different run, but not another way to get the same one", async () => {
    const toRun = (content: string, more: Fields = {}): Fields => {
      return { agent_name: "script", input: [{ role: "user", parts: [{ content }] }], mode: "async", ...more };
    };
    const key = newKey();
    const first = await post("/runs", toRun("say a"), key);
    expect(first.status).toBe(202);
    const refused = await post("/runs", toRun("say b"), key);
    const data = { code: "idempotency_conflict", field: "Idempotency-Key" };
    expect(refused).toMatchObject({ status: 422, body: { code: "invalid_input", data } });
    expect(refused.body["message"]).toContain(`Idempotency-Key: "${key}"`);
    expect((await post("/runs", toRun("say a", { mode: "sync" }), key)).body["run_id"]).toBe(first.body["run_id"]);
  });
});

describe("A2A", () => {
  it("refuses a different message with the same id", async () => {
    const messageId = randomUUID();
    const send = (text: string): ReturnType<typeof post> => {
      const message = { messageId, role: "ROLE_USER", parts: [{ text }], metadata: { agent: "script" } };
      return post("/a2a?A2A-Version=1.0", { jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message } });
    };
    const first = await send("say a");
    expect(first.body["result"]).toMatchObject({ task: { id: expect.any(String) as string } });
    const { body } = await send("say b");
    expect(body["error"]).toMatchObject({
      code: -32_602,
      message: expect.stringContaining(`message.messageId: "${messageId}"`) as string,
    });
    const again = (await send("say a")).body["result"] as { readonly task: { readonly id: string } };
    expect(again.task.id).toBe((first.body["result"] as typeof again).task.id);
  });
});

describe.each(TRANSPORTS.slice(0, 1))("ACP over %s", (_, connect) => {
  let peer: AcpPeer;
  beforeAll(async () => {
    peer = await createAcpPeer(await connect(server), {}, {});
  });
  afterAll(() => peer.transport.close());

  const conflict = (key: string): Fields => ({
    code: -32_602,
    message: expect.stringContaining(key) as string,
    data: { code: "idempotency_conflict" },
  });
  const text = (value: string): Fields => ({ prompt: [{ type: "text", text: value }] });
  const withKey = (key: string): Fields => ({ _meta: { parley: { idempotencyKey: key } } });

  it("refuses a different prompt", async () => {
    const [sessionId, key] = [await openSession(), newKey()];
    const ask = (said: string): Promise<Fields> =>
      peer.ask("session/prompt", { sessionId, ...text(said), ...withKey(key) });
    const first = await ask("say a");
    await expect(ask("say b")).rejects.toMatchObject(conflict(key));
    expect(await ask("say a")).toEqual(first);
  });

  it("refuses a different prompt of a client that reads the log, but takes a new launch with it", async () => {
    const [sessionId, key] = [await openSession(), newKey()];
    const ask = (said: string, more: Fields = {}): Promise<Fields> =>
      peer.ask("_parley/session/prompt", { sessionId, ...text(said), idempotencyKey: key, ...more });
    const first = await ask("say a");
    await expect(ask("say b")).rejects.toMatchObject(conflict(key));
    expect(await ask("say a", { secrets: { TOKEN: "renewed" }, onDisconnect: "continue" })).toEqual(first);
  });

  it("refuses a different session, and a different copy", async () => {
    const [sessionId, key] = [await openSession(), newKey()];
    const given = { cwd: server.folder, mcpServers: [] };
    const meta = (title: string): Fields => ({ _meta: { parley: { idempotencyKey: key, agent: "script", title } } });
    const first = await peer.ask("session/new", { ...given, ...meta("A") });
    await expect(peer.ask("session/new", { ...given, ...meta("B") })).rejects.toMatchObject(conflict(key));
    expect(await peer.ask("session/new", { ...given, ...meta("A") })).toMatchObject({ sessionId: first["sessionId"] });
    const fork = (atSeq?: number): Promise<Fields> =>
      peer.ask("session/fork", { sessionId, ...given, _meta: { parley: { idempotencyKey: key, atSeq } } });
    const copy = await fork();
    await expect(fork(0)).rejects.toMatchObject(conflict(key));
    expect(await fork()).toMatchObject({ sessionId: copy["sessionId"] });
    await peer.ask("session/fork", { sessionId: copy["sessionId"], ...given, ...withKey(newKey()) });
  });
});

describe("a result from before there were fingerprints", () => {
  it("matches any request", async () => {
    const key = newKey();
    const { id } = await server.hub.sessions.create({ agent: "script", idempotencyKey: key });
    expect(await post("/sessions", { agent: "script", name: "Another" }, key)).toMatchObject({ body: { id } });
    const prompt = [{ type: "text", text: "say a" }] as const;
    const turn = await server.hub.turns.start({ sessionId: id, prompt, idempotencyKey: key });
    const { body } = await post(`/sessions/${id}/reply`, { user_message: "say b" }, key);
    expect(body["turn_id"]).toBe(turn.id);
  });
});
