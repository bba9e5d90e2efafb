import { openTestServer, type TestServer } from "@parley/test-support/server";
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { createAcpRestDialect } from "./create-dialect.ts";
import { collect } from "./testing/collect.ts";
import * as contract from "./testing/contract.ts";
import { openClient, say, textOf, type TestClient } from "./testing/open-client.ts";
import { readFrames, type Frame } from "./testing/read-frames.ts";
import { TEST_AGENTS } from "./testing/test-agents.ts";
import type { AcpSession, Message } from "./wire.ts";

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await openTestServer({ agents: TEST_AGENTS, dialects: [createAcpRestDialect] });
  client = openClient(server);
});

afterAll(() => server[Symbol.asyncDispose]());

const start = (agent: string, content: string, more: object = {}): Promise<Response> =>
  client.post("/runs", { agent_name: agent, input: [say(content)], ...more });
const answer = (content: string): object => ({ type: "message", message: say(content) });

describe("agents", () => {
  test("are listed by page, with their details", async () => {
    await client.run(start("echo", "hello"));
    const all = contract.agents.parse(await (await client.get("/agents?limit=1000")).json()).agents;
    const page = contract.agents.parse(await (await client.get("/agents?limit=2&offset=1")).json()).agents;
    expect(page.map(({ name }) => name)).toEqual(all.slice(1, 3).map(({ name }) => name));
    const look = async (name: string): Promise<z.infer<typeof contract.manifest>> =>
      contract.manifest.parse(await (await client.get(`/agents/${name}`)).json());
    const echo = await look("echo");
    // Figures are gathered now and then.
    await expect.poll(async () => (await look("echo")).status?.success_rate).toBe(100);
    expect(echo.metadata.annotations).toMatchObject({ parley: { kind: "acp", category: "session" } });
    expect((await look("recipe_maker")).name).toBe("recipe-maker");
  });

  test("an invalid page is refused with the field's name", async () => {
    expect((await client.error(client.get("/agents?limit=0"), 400)).data).toMatchObject({ field: "limit" });
    expect((await client.error(client.get("/agents/nobody"), 404)).code).toBe("not_found");
  });
});

describe("runs", () => {
  test("a stream and the list afterwards are equal, and every frame has an id", async () => {
    const frames = await collect(client.stream(start("echo", "hello", { mode: "stream" })));
    const last = frames.at(-1)?.event;
    if (last?.type !== "run.completed") throw new Error("it did not complete");
    expect(textOf(last.run)).toBe("hello");
    expect(new Set(frames.map(({ id }) => id)).size).toBe(frames.length);
    expect(await client.events(last.run.run_id)).toEqual(frames.map(({ event }) => event));
  });

  test("a stream is resumed where it broke off", async () => {
    const frames = await collect(client.stream(start("echo", "hello", { mode: "stream" })));
    const [first] = frames;
    if (first?.event.type !== "run.created") throw new Error("it was not created");
    const path = `/runs/${first.event.run.run_id}/events`;
    for (const [index, { id }] of frames.entries()) {
      const headers = { accept: "text/event-stream", "last-event-id": id ?? "" };
      const rest = await collect(client.stream(server.fetch(path, { headers })));
      expect(rest).toEqual(frames.slice(index + 1));
    }
    const headers = { accept: "text/event-stream", "last-event-id": "yesterday" };
    await client.error(server.fetch(path, { headers }), 400);
  });

  test("a run that waits for another in its session is created, and then runs", async () => {
    const release = join(server.folder, "release");
    const session_id = randomUUID();
    const first = await client.run(start("slow-echo", "one", { session_id, mode: "async" }), 202);
    const second = client.stream(start("slow-echo", "two", { session_id, mode: "stream" }));
    expect((await second.next()).value).toMatchObject({ event: { type: "run.created" } });
    await writeFile(release, "");
    const rest = await collect(second);
    await rm(release);
    expect(rest.map(({ event }) => event.type).at(-1)).toBe("run.completed");
    expect((await client.run(client.get(`/runs/${first.run_id}`))).status).toBe("completed");
    const text = rest.flatMap(({ event }) => (event.type === "message.part" ? [event.part.content] : []));
    expect(text).toEqual(["two"]);
  });

  test("the same key returns the same run", async () => {
    const key = { "idempotency-key": randomUUID() };
    const body = { agent_name: "echo", input: [say("hello")] };
    const first = await client.run(client.post("/runs", body, key));
    const second = await client.run(client.post("/runs", body, key));
    expect(second.run_id).toBe(first.run_id);
    expect(second.session_id).toBe(first.session_id);
  });

  test("an agent's failure fails the run, with the output so far", async () => {
    const run = await client.run(start("failer", "hello"));
    expect(run).toMatchObject({ status: "failed", error: { code: "invalid_input" }, output: [] });
    expect((await client.events(run.run_id)).at(-1)).toMatchObject({ type: "run.failed" });
  });

  test("a run can be cancelled once", async () => {
    const { run_id: id } = await client.run(start("slow-echo", "hello", { mode: "async" }), 202);
    expect((await client.run(client.post(`/runs/${id}/cancel`), 202)).status).toBe("cancelling");
    await server.hub.turns.ended(id);
    expect((await client.events(id)).at(-1)?.type).toBe("run.cancelled");
    await client.error(client.post(`/runs/${id}/cancel`), 403);
  });

  test("another agent takes over the same session", async () => {
    const session_id = randomUUID();
    await client.run(start("echo", "one", { session_id }));
    const run = await client.run(start("history-echo", "two", { session_id }));
    expect(run).toMatchObject({ agent_name: "history-echo", session_id, status: "completed" });
    expect((await server.hub.sessions.get(session_id)).agent).toBe("history-echo");
  });
});

describe("sessions", () => {
  test("messages before the prompt are added to the session", async () => {
    const session_id = randomUUID();
    const input = [say("one"), say("two", "agent/echo"), say("three")];
    const run = await client.run(client.post("/runs", { agent_name: "echo", input, session_id }));
    expect(textOf(run)).toContain("three");
    const events = await server.hub.sessions.events(session_id, { after: 0 });
    const said = events.flatMap(({ event }) => (event.type === "update" ? [event.update] : []));
    expect(said.slice(0, 2)).toMatchObject([
      { sessionUpdate: "user_message_chunk", content: { text: "one" } },
      { sessionUpdate: "agent_message_chunk", content: { text: "two" } },
    ]);
  });

  test("its URLs return the messages and the state, and another session can start with them", async () => {
    const run = await client.run(start("echo", "hello"));
    const session = (await (await client.get(`/session/${run.session_id}`)).json()) as AcpSession;
    contract.session.parse(session);
    const paths = session.history.map((uri) => uri.replace(server.url, ""));
    const messages = await Promise.all(paths.map(async (path) => (await client.get(path)).json() as Promise<Message>));
    expect(messages.map(({ role, parts }) => [role, parts[0]?.content])).toEqual([
      ["user", "hello"],
      ["agent", "hello"],
    ]);
    for (const message of messages) contract.message.parse(message);
    const state = (await (await client.get(session.state.replace(server.url, ""))).json()) as object;
    expect(state).toMatchObject({ agent_name: "echo", turns: 1 });

    const id = randomUUID();
    await client.run(start("echo", "again", { session: { id, history: session.history } }));
    const [first] = await server.hub.sessions.events(id, { after: 0 });
    expect(first?.event).toMatchObject({ type: "update", update: { content: { text: "hello" } } });
  });

  test("history is not fetched from other servers", async () => {
    const session = { id: randomUUID(), history: ["http://169.254.169.254/latest"] };
    const error = await client.error(start("echo", "hello", { session }), 400);
    expect(error.data).toMatchObject({ field: "session.history.0" });
  });

  test("two sessions in one run are refused", async () => {
    const more = { session_id: randomUUID(), session: { id: randomUUID(), history: [] } };
    expect((await client.error(start("echo", "hello", more), 400)).code).toBe("invalid_input");
  });
});

describe("what a run awaits", () => {
  test("a permission, by the name or the id of an option", async () => {
    for (const content of ["yes-1", "Allow once", "allow_once", `{"optionId":"yes-1"}`]) {
      const run = await client.run(start("awaiter", "permission"));
      expect(run.status).toBe("awaiting");
      const [text, json] = run.await_request?.message.parts ?? [];
      expect(text?.content).toContain("Allow once (yes-1)");
      expect(JSON.parse(json?.content ?? "")).toMatchObject({ kind: "permission", options: [{}, {}] });
      const done = await client.run(
        client.post(`/runs/${run.run_id}`, { await_resume: answer(content), mode: "sync" }),
      );
      expect(done.status).toBe("completed");
      expect(textOf(done)).toBe("answer: yes-1");
    }
  });

  test("an unclear answer is asked again, with the options", async () => {
    const run = await client.run(start("awaiter", "permission"));
    const path = `/runs/${run.run_id}`;
    const unclear = await client.error(client.post(path, { await_resume: answer("hm") }), 400);
    expect(unclear.message).toContain("yes-1 (Allow once)");
    await client.error(client.post(path, { await_resume: { type: "poem" } }), 403);
    await client.error(client.post(path, { run_id: randomUUID(), await_resume: answer("yes-1") }), 400);
    expect((await client.run(client.post(path, { await_resume: answer("no-1") }))).status).toBe("completed");
    await client.error(client.post(path, { await_resume: answer("yes-1") }), 403);
  });

  test("streams end while it waits, and continue after that; a watcher sees both", async () => {
    const first = await collect(client.stream(start("awaiter", "permission twice", { mode: "stream" })));
    const last = first.at(-1)?.event;
    if (last?.type !== "run.awaiting") throw new Error("it does not wait");
    const path = `/runs/${last.run.run_id}`;
    const watching = collect(
      client.stream(server.fetch(`${path}/events`, { headers: { accept: "text/event-stream" } })),
    );
    const body = { await_resume: answer("yes-1"), mode: "stream" };
    const second = await collect(client.stream(client.post(path, body)));
    expect(second[0]?.event.type).toBe("run.in-progress");
    expect(second.at(-1)?.event.type).toBe("run.awaiting");
    const third = await collect(client.stream(client.post(path, body)));
    expect(third.at(-1)?.event.type).toBe("run.completed");
    const all = [...first, ...second, ...third];
    expect(await watching).toEqual(all);
    expect(await client.events(last.run.run_id)).toEqual(all.map(({ event }) => event));
  });

  test("a form, by JSON", async () => {
    const run = await client.run(start("awaiter", "go"));
    const parts = [{ content_type: "application/json", content: `{"action":"accept","content":{"answer":"blue"}}` }];
    const await_resume = { type: "message", message: { role: "user", parts } };
    const path = `/runs/${run.run_id}`;
    expect((await client.run(client.post(path, { await_resume, mode: "async" }), 202)).run_id).toBe(run.run_id);
    await server.hub.turns.ended(run.run_id);
    expect(textOf(await client.run(client.get(path)))).toBe("answer: blue");
  });
});

describe("agents that use tools", () => {
  test("everything they do is streamed, and also in the list", async () => {
    const prompt = "think hm\nsay hello\nrun echo hi\nwrite a.txt x\nsay done";
    const all = await collect(client.stream(start("script", prompt, { mode: "stream" })));
    let last = all.at(-1)?.event;
    for (let left = 5; last?.type === "run.awaiting" && left > 0; left -= 1) {
      const body = { await_resume: answer("allow_once"), mode: "stream" };
      all.push(...(await collect(client.stream(client.post(`/runs/${last.run.run_id}`, body)))));
      last = all.at(-1)?.event;
    }
    if (last?.type !== "run.completed") throw new Error(`it ended with ${last?.type}`);
    const parts = last.run.output.flatMap((message) => message.parts);
    expect(parts.some((part) => part["thought"] === true)).toBe(true);
    expect(parts.some(({ metadata }) => metadata?.kind === "trajectory" && metadata.tool_name !== undefined)).toBe(
      true,
    );
    expect(textOf(last.run)).toContain("hello");
    expect(await client.events(last.run.run_id)).toEqual(all.map(({ event }) => event));
  });

  test("another mode of the slot continues the session", async () => {
    const session_id = randomUUID();
    expect((await client.run(start("backend", "say one", { session_id }))).status).toBe("completed");
    const run = await client.run(start("qa", "say two", { session_id }));
    expect(run).toMatchObject({ agent_name: "qa", session_id, status: "completed" });
  });
});

describe("an unfinished run", () => {
  test("can be read again as it grows", async () => {
    const release = join(server.folder, "release");
    const { run_id: id } = await client.run(start("slow-echo", "hello", { mode: "async" }), 202);
    await expect.poll(async () => textOf(await client.run(client.get(`/runs/${id}`)))).toBe("hello");
    const looks = await Promise.all([1, 2, 3].map(() => client.run(client.get(`/runs/${id}`))));
    expect(looks.map((run) => [run.status, textOf(run)])).toEqual(looks.map(() => ["in-progress", "hello"]));
    await writeFile(release, "");
    await server.hub.turns.ended(id);
    await rm(release);
    const run = await client.run(client.get(`/runs/${id}`));
    expect([run.status, run.stop_reason, textOf(run)]).toEqual(["completed", "end_turn", "hello"]);
  });

  test("a slow reader misses nothing", async () => {
    const response = await start("script", "stream 4000 1000", { mode: "stream" });
    // Nothing is read before the end: it is more than the connection holds.
    await server.hub.turns.ended(response.headers.get("run-id") ?? "");
    const frames = await collect(readFrames(response));
    expect(frames.filter(({ event }) => event.type === "message.part")).toHaveLength(4_000);
    const last = frames.at(-1)?.event;
    if (last?.type !== "run.completed") throw new Error(`it ended with ${last?.type}`);
    expect(textOf(last.run)).toHaveLength(4_000 * 1_000);
  });

  test("tells its readers where to resume when the server stops", async () => {
    const other = await openTestServer({ agents: TEST_AGENTS, dialects: [createAcpRestDialect] });
    const body = { agent_name: "slow-echo", input: [say("hello")], mode: "stream" };
    const reader = openClient(other);
    const frames = reader.stream(reader.post("/runs", body));
    let seen: Frame | undefined;
    do seen = (await frames.next()).value ?? undefined;
    while (seen !== undefined && seen.event.type !== "message.part");
    const closing = other[Symbol.asyncDispose]();
    const rest = await collect(frames);
    await closing;
    expect(rest.at(-1)?.event).toMatchObject({ generic: { type: "server_draining", last_event_id: seen?.id } });
  });
});

describe("invalid requests", () => {
  test.each<[string, unknown, number, string | undefined]>([
    ["no JSON", "{", 400, undefined],
    ["no object", "[]", 400, undefined],
    ["no agent", { input: [say("x")] }, 400, "agent_name"],
    ["an unknown agent", { agent_name: "nobody", input: [say("x")] }, 404, undefined],
    ["no input", { agent_name: "echo", input: [] }, 400, "input"],
    ["a role that is none", { agent_name: "echo", input: [say("x", "assistant")] }, 400, "input.0.role"],
    ["a mode that is none", { agent_name: "echo", input: [say("x")], mode: "later" }, 400, "mode"],
    ["an id that is none", { agent_name: "echo", input: [say("x")], session_id: "mine" }, 400, "session_id"],
    [
      "both content and its address",
      { agent_name: "echo", input: [{ parts: [{ content: "x", content_url: "http://example.org" }] }] },
      400,
      "input.0.parts.0",
    ],
    [
      "base64 that is none",
      {
        agent_name: "echo",
        input: [{ parts: [{ content_type: "image/png", content: "§", content_encoding: "base64" }] }],
      },
      400,
      "input.0.parts.0.content",
    ],
  ])("%s is refused", async (_, body, status, field) => {
    const { code, data } = await client.error(client.post("/runs", body), status);
    expect(code).toBe(status === 404 ? "not_found" : "invalid_input");
    expect(data?.["field"]).toBe(field);
  });

  test("unknown ids are not found", async () => {
    for (const id of [randomUUID(), "mine"]) {
      const paths = [`/runs/${id}`, `/runs/${id}/events`, `/session/${id}`, `/resources/sessions/${id}/turns/1/input`];
      const errors = [
        ...paths.map((path) => client.error(client.get(path), 404)),
        client.error(client.post(`/runs/${id}/cancel`), 404),
        client.error(client.post(`/runs/${id}`, { await_resume: answer("x") }), 404),
      ];
      for (const error of errors) expect((await error).code).toBe("not_found");
    }
  });
});
