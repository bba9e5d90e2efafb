// A request that was refused uses up no key: sent again when there is room, it does what it says, and once.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, beforeAll, expect, it } from "vitest";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, string>>;
}

async function post(path: string, body: unknown, key?: string): Promise<Answer> {
  const headers = { "Content-Type": "application/json", ...(key !== undefined && { "Idempotency-Key": key }) };
  const response = await server.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

/** A session whose agent is at work until the turn is cancelled. */
async function openBusySession(): Promise<{ readonly id: string; readonly free: () => Promise<void> }> {
  const { id } = await server.hub.sessions.create({ agent: "script" });
  const turn = await server.hub.turns.start({ sessionId: id, prompt: [{ type: "text", text: "wait 600000" }] });
  return {
    id,
    free: async () => {
      await server.hub.turns.cancel(turn.id);
      await server.hub.turns.ended(turn.id);
    },
  };
}

it("accepts the key of a turn that was refused with 409", async () => {
  const session = await openBusySession();
  const path = `/sessions/${session.id}/reply`;
  const body = { user_message: "say hello", when_busy: "refuse" };
  expect(await post(path, body, "busy")).toMatchObject({ status: 409, body: { code: "session_busy" } });
  expect(await post(path, body, "busy")).toMatchObject({ status: 409, body: { code: "session_busy" } });
  await session.free();
  const [first, second] = await Promise.all([post(path, body, "busy"), post(path, body, "busy")]);
  const again = await post(path, body, "busy");
  expect([first.status, second.status, again.status]).toEqual([202, 202, 202]);
  expect(new Set([first, second, again].map((answer) => answer.body["turn_id"])).size).toBe(1);
});

it("accepts the key of a turn that was refused with 429", async () => {
  const session = await openBusySession();
  const path = `/sessions/${session.id}/reply`;
  let last = await post(path, { user_message: "say waiting" });
  while (last.status === 202) last = await post(path, { user_message: "say waiting" });
  expect(last).toMatchObject({ status: 429, body: { code: "limit_reached" } });
  const body = { user_message: "say at last" };
  expect(await post(path, body, "full")).toMatchObject({ status: 429 });
  await session.free();
  const { turns } = await server.hub.turns.list({ sessionId: session.id, states: ["created"], limit: 1 });
  for (const { id } of turns) await server.hub.turns.ended(id);
  const made = await post(path, body, "full");
  expect(made.status).toBe(202);
  expect((await post(path, body, "full")).body).toEqual(made.body);
});

it("sends the conversation to a session that was busy before", async () => {
  const session = await openBusySession();
  const path = `/sessions/${session.id}/reply`;
  const before = { role: "user", content: [{ type: "text", text: "my name is Ann" }] };
  const body = { user_message: "say hello", override_conversation: [before] };
  expect(await post(path, body, "told")).toMatchObject({ status: 409 });
  await session.free();
  const { status, body: made } = await post(path, body, "told");
  expect(status).toBe(202);
  await server.hub.turns.ended(made["turn_id"] ?? "");
  const shown = (await (await server.fetch(`/sessions/${session.id}`)).json()) as { readonly conversation: unknown };
  expect(JSON.stringify(shown.conversation)).toContain("my name is Ann");
});

it("accepts the key of a request for a session that had an invalid folder", async () => {
  const body = { agent: "script", name: "Mine" };
  expect((await post("/sessions", { ...body, working_dir: "/nowhere/at/all" }, "made")).status).toBe(400);
  const made = await post("/sessions", body, "made");
  expect(made.status).toBe(201);
  expect((await post("/sessions", body, "made")).body["id"]).toBe(made.body["id"]);
});

it("copies a session once for concurrent requests with the same key", async () => {
  const { id } = await server.hub.sessions.create({ agent: "script" });
  const copies = await Promise.all([1, 2, 3].map(() => post(`/sessions/${id}/fork`, {}, "copy")));
  expect(copies.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(copies.map(({ body }) => body["id"])).size).toBe(1);
});
