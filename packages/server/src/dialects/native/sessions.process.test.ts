import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createApi, type Api } from "./testing/api.ts";

let server: TestServer;
let api: Api;
/** A session with a turn in which something was said. */
let id: string;

beforeAll(async () => {
  server = await openTestServer();
  api = createApi(server);
  ({ sessionId: id } = await api.talk("think about cucumbers\nsay one\nsay two"));
}, 60_000);
afterAll(() => server[Symbol.asyncDispose]());

describe("sessions", () => {
  it("are created as requested, once per key", async () => {
    const body = { agent: "script", name: "Mine", working_dir: server.folder };
    const { body: made } = await api.call("POST", "/sessions", body, { "Idempotency-Key": "a" });
    expect(made).toMatchObject({ name: "Mine", agent: "script", working_dir: server.folder, status: "idle", turns: 0 });
    const again = await api.call("POST", "/sessions", body, { "Idempotency-Key": "a" });
    expect(again.body.id).toBe(made.id);
    const own = crypto.randomUUID();
    expect((await api.call("POST", "/sessions", { id: own, agent: "script" })).body.id).toBe(own);
    const twice = await api.call("POST", "/sessions", { id: own, agent: "script" });
    expect([twice.status, twice.body.code]).toEqual([409, "session_exists"]);
  });

  it("are listed in pages, by agent", async () => {
    for (let count = 0; count < 3; count += 1) await api.call("POST", "/sessions", { agent: "qa" });
    const first = (await api.call("GET", "/sessions?agent=qa&limit=2")).body;
    expect(first.sessions).toHaveLength(2);
    const second = (await api.call("GET", `/sessions?agent=qa&limit=2&cursor=${first.next_cursor}`)).body;
    expect(second.sessions).toHaveLength(1);
    expect(second.next_cursor).toBeUndefined();
  });

  it("are shown with the conversation, counts, and the fields of ACP-REST", async () => {
    const { body } = await api.call("GET", `/sessions/${id}`);
    const [asked, thought, said] = body.conversation;
    expect(asked).toMatchObject({ role: "user", content: [{ type: "text" }] });
    expect(thought.content).toMatchObject([{ type: "thinking", thinking: "about cucumbers" }]);
    expect(JSON.stringify(said.content)).toContain("one");
    expect(body).toMatchObject({ id, message_count: body.conversation.length, total_tokens: expect.any(Number) });
    expect(body.history).toHaveLength(2);
    expect(body.state).toContain(id);
    expect((await api.call("GET", `/sessions/${id}?conversation=false`)).body.conversation).toBeUndefined();
  });

  it("are renamed, found and deleted", async () => {
    const { sessionId } = await api.talk("say rhubarb");
    expect((await api.call("PUT", `/sessions/${sessionId}/name`, { name: "Garden" })).body.name).toBe("Garden");
    const { hits } = (await api.call("GET", "/sessions/search?q=rhubarb")).body;
    expect(hits[0]).toMatchObject({ session: { id: sessionId, name: "Garden" }, seq: expect.any(Number) });
    expect((await api.call("DELETE", `/sessions/${sessionId}`)).status).toBe(204);
    expect((await api.call("GET", `/sessions/${sessionId}`)).status).toBe(404);
  });

  it("are cleared, and the log is kept", async () => {
    const { sessionId } = await api.talk("say cabbage");
    const { body } = await api.call("POST", `/sessions/${sessionId}/clear`);
    expect(body.cleared_seq).toBeGreaterThan(0);
    expect((await api.call("GET", `/sessions/${sessionId}`)).body.conversation).toEqual([]);
    const { events } = (await api.call("GET", `/sessions/${sessionId}/events`)).body;
    expect(JSON.stringify(events)).toContain("cabbage");
  });

  it("are copied up to an event", async () => {
    const { body } = await api.call("POST", `/sessions/${id}/fork`, {});
    expect(body).toMatchObject({ forked_from: id });
    expect((await api.call("GET", `/sessions/${body.id}`)).body.conversation).toHaveLength(3);
    const { status, body: wrong } = await api.call("POST", `/sessions/${id}/fork`, { at_seq: -1 });
    expect([status, wrong.field]).toEqual([400, "at_seq"]);
  });

  it("are exported and imported", async () => {
    const exported = await server.fetch(`/sessions/${id}/export`);
    expect(exported.headers.get("content-type")).toBe("application/x-ndjson");
    const text = await exported.text();
    const plain = await api.call("POST", "/sessions/import", text, { "Content-Type": "application/x-ndjson" });
    expect(plain.body.id).not.toBe(id);
    expect((await api.call("GET", `/sessions/${plain.body.id}`)).body.conversation).toHaveLength(3);
    const wrapped = await api.call("POST", "/sessions/import", { json: text });
    expect(wrapped.status).toBe(201);
    for (const [body, type] of [
      ["", "application/x-ndjson"],
      ["no line of a log", "application/x-ndjson"],
      ["{}", "application/json"],
    ] as const) {
      const { status } = await api.call("POST", "/sessions/import", body, { "Content-Type": type });
      expect(status).toBe(400);
    }
  });

  it("accept a message without an answer", async () => {
    const { body: session } = await api.call("POST", "/sessions", { agent: "script" });
    const message = { role: "assistant", content: [{ type: "text", text: "By the way" }] };
    expect((await api.call("POST", `/sessions/${session.id}/messages`, message)).status).toBe(200);
    const { conversation, turns } = (await api.call("GET", `/sessions/${session.id}`)).body;
    expect(conversation).toMatchObject([message]);
    expect(turns).toBe(0);
  });

  it("are handed over to another agent", async () => {
    const { sessionId } = await api.talk("say potato");
    expect((await api.call("POST", `/sessions/${sessionId}/handover`, { agent: "qa" })).body.agent).toBe("qa");
    const types = (await api.call("GET", `/sessions/${sessionId}/events`)).body.events.map(
      ({ type }: { type: string }) => type,
    );
    expect(types).toContain("handed_over");
    const nobody = await api.call("POST", `/sessions/${sessionId}/handover`, { agent: "nobody" });
    expect([nobody.status, nobody.body.code]).toEqual([404, "agent_not_found"]);
  });

  it("list their options, and set them", async () => {
    const { body } = await api.call("GET", `/sessions/${id}/choices`);
    expect(body.choices.modeId).toBe("code");
    expect(body.commands.map(({ name }: { name: string }) => name)).toContain("tour");
    expect((await api.call("PUT", `/sessions/${id}/mode`, { mode_id: "chat" })).body.choices.modeId).toBe("chat");
    await api.call("PUT", `/sessions/${id}/mode`, { mode_id: "code" });
    const echo = { model_id: "offline/echo" };
    expect((await api.call("PUT", `/sessions/${id}/model`, echo)).body.choices.modelId).toBe("offline/echo");
    const option = (await api.call("PUT", `/sessions/${id}/config/thoughts`, { value: false })).body;
    expect(option.choices.configOptions).toContainEqual(
      expect.objectContaining({ id: "thoughts", currentValue: false }),
    );
    expect((await api.call("PUT", `/sessions/${id}/config/none`, { value: "x" })).status).toBeGreaterThanOrEqual(400);
  });
});

test.each([
  ["GET", "/sessions?limit=0", undefined, "limit"],
  ["GET", "/sessions?limit=many", undefined, "limit"],
  ["GET", "/sessions/search", undefined, "q"],
  ["POST", "/sessions", { id: "no uuid" }, "id"],
  ["POST", "/sessions", { agent: 5 }, "agent"],
  ["POST", "/sessions", [], ""],
  ["PUT", "/sessions/ID/name", { name: "" }, "name"],
  ["POST", "/sessions/ID/messages", { role: "robot", content: [] }, "role"],
  ["POST", "/sessions/ID/messages", { role: "user", content: [] }, "content"],
  ["POST", "/sessions/ID/handover", {}, "agent"],
  ["PUT", "/sessions/ID/mode", {}, "mode_id"],
  ["PUT", "/sessions/ID/config/x", {}, "value"],
  ["POST", "/sessions/ID/extensions", {}, "config"],
  ["POST", "/sessions/ID/extensions", { config: { type: "builtin", name: "x" } }, "config.type"],
  ["POST", "/sessions/ID/extensions", { config: { type: "stdio", name: "x" } }, "config.cmd"],
  ["GET", "/sessions/ID/events?after=-1", undefined, "after"],
])("%s %s with %j is refused with the field %j", async (method, path, body, field) => {
  const answer = await api.call(method, path.replace("ID", id), body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: "bad_input", message: expect.any(String), requestId: expect.any(String) });
  expect(answer.body.field ?? "").toBe(field);
});

test.each([
  ["GET", ""],
  ["DELETE", ""],
  ["PUT", "/name"],
  ["POST", "/clear"],
  ["POST", "/fork"],
  ["GET", "/export"],
  ["POST", "/messages"],
  ["POST", "/recipe"],
  ["POST", "/handover"],
  ["GET", "/events"],
  ["GET", "/extensions"],
  ["DELETE", "/extensions/x"],
  ["GET", "/choices"],
  ["PUT", "/mode"],
])("%s /sessions/{unknown}%s is 404", async (method, path) => {
  const bodies: Readonly<Record<string, unknown>> = {
    "/name": { name: "x" },
    "/fork": {},
    "/messages": { role: "user", content: [{ type: "text", text: "x" }] },
    "/handover": { agent: "qa" },
    "/mode": { mode_id: "x" },
  };
  const { status, body } = await api.call(method, `/sessions/${crypto.randomUUID()}${path}`, bodies[path]);
  expect([status, body.code]).toEqual([404, "session_not_found"]);
});
