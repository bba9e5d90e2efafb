import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApi, type Api } from "./testing/api.ts";
import { readFrames, readStream, saidIn } from "./testing/frames.ts";
import type { FrameOf } from "../../operations/messages/native-message.ts";

const SAID_BEFORE = { role: "user", content: [{ type: "text", text: "my name is Ann" }] };

let server: TestServer;
let api: Api;

beforeAll(async () => {
  server = await openTestServer({ hub: { disconnectGraceMs: 50 } });
  api = createApi(server);
}, 60_000);
afterAll(() => server[Symbol.asyncDispose]());

function types(frames: readonly { readonly type: string }[]): readonly string[] {
  return frames.map(({ type }) => type);
}

describe("POST /reply", () => {
  it("routes a prompt without an agent, and reports that first", async () => {
    const frames = await api.reply({ user_message: "Please reproduce a bug: a regression in test coverage" });
    expect(frames[0]).toMatchObject({ type: "RoutingDecision", agent_name: "qa", mode_slug: "qa" });
    expect(frames.at(-1)).toMatchObject({ type: "Finish", reason: "stop" });
    const { session_id: id } = frames.at(-1) as { session_id: string };
    const { body } = await api.call("GET", `/sessions/${id}/events`);
    expect(body.events.map(({ type }: { type: string }) => type)).toContain("routed");
    expect((await api.call("GET", `/sessions/${id}?conversation=false`)).body.agent).toBe("qa");
  });

  it("streams the agent's answer, thoughts and tool calls", async () => {
    const { frames } = await api.talk("think hm\nsay hello\ntool read a.txt");
    const parts = frames.flatMap((frame) => (frame.type === "Message" ? frame.message.content : []));
    expect(types(frames)).not.toContain("RoutingDecision");
    expect(saidIn(frames)).toContain("hello");
    expect(parts.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["text", "thinking", "toolRequest", "toolResponse"]),
    );
  });

  it("continues the given session, and keeps its agent", async () => {
    const { sessionId } = await api.talk("say one");
    const frames = await api.reply({
      session_id: sessionId,
      user_message: { role: "user", content: [{ type: "text", text: "say two" }] },
    });
    expect(saidIn(frames)).toBe("two");
    const { body } = await api.call("GET", `/sessions/${sessionId}`);
    expect(body.turns).toBe(2);
    expect(body.agent).toBe("script");
  });

  it("gives frames the numbers of their events, and the end comes last", async () => {
    const response = await server.fetch("/reply", {
      method: "POST",
      body: JSON.stringify({ user_message: "stream 50 10", agent: "script" }),
    });
    const ids: number[] = [];
    let last: unknown;
    for await (const { id, data } of readStream(response)) {
      if (id !== undefined) ids.push(Number(id));
      last = data;
    }
    expect(ids.length).toBeGreaterThan(50);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(last).toMatchObject({ type: "Finish" });
  });

  it("reports why a turn failed", async () => {
    const { frames } = await api.talk("fail the roof is on fire");
    expect(frames.at(-2)).toMatchObject({ type: "Error", error: expect.stringContaining("the roof is on fire") });
    expect(frames.at(-1)).toMatchObject({ type: "Finish", reason: "error" });
  });

  it("accepts a conversation from elsewhere", async () => {
    const soFar = [SAID_BEFORE];
    const frames = await api.reply({ user_message: "say hi", agent: "script", conversation_so_far: soFar });
    const { session_id: id } = frames.at(-1) as { session_id: string };
    const { body } = await api.call("GET", `/sessions/${id}`);
    expect(body.conversation[0]).toMatchObject(SAID_BEFORE);
    await api.reply({ session_id: id, user_message: "say again", override_conversation: [] });
    const after = (await api.call("GET", `/sessions/${id}`)).body;
    expect(JSON.stringify(after.conversation)).not.toContain("Ann");
  });

  it("returns the same turn for the same key, and repeats nothing", async () => {
    const body = { user_message: "say once", agent: "script", override_conversation: [SAID_BEFORE] };
    const once = async (): Promise<Response> =>
      server.fetch("/reply", { method: "POST", headers: { "Idempotency-Key": "k1" }, body: JSON.stringify(body) });
    const first = await once();
    await readFrames(first);
    const second = await once();
    expect(second.headers.get("Parley-Turn-Id")).toBe(first.headers.get("Parley-Turn-Id"));
    expect(saidIn(await readFrames(second))).toContain("once");
    const { conversation } = (await api.call("GET", `/sessions/${first.headers.get("Parley-Session-Id")}`)).body;
    expect(conversation).toMatchObject([SAID_BEFORE, { role: "user" }, { role: "assistant" }]);
  });

  it("refuses invalid requests, and names the field", async () => {
    const bad = async (body: unknown): Promise<unknown> => {
      const answer = await api.call("POST", "/reply", body);
      return { status: answer.status, code: answer.body.code, field: answer.body.field };
    };
    const input = { status: 400, code: "bad_input" };
    expect(await bad("{no json")).toMatchObject(input);
    expect(await bad({})).toEqual({ ...input, field: "user_message" });
    expect(await bad({ user_message: 5 })).toEqual({ ...input, field: "user_message" });
    expect(await bad({ user_message: "x", mode: "dance" })).toEqual({ ...input, field: "mode" });
    expect(await bad({ user_message: "x", mode: "execute_plan" })).toEqual({ ...input, field: "plan" });
    expect(await bad({ user_message: "x", recipe_name: "none" })).toMatchObject({
      status: 404,
      code: "recipe_not_found",
    });
    expect(await bad({ user_message: "x", agent: "nobody" })).toMatchObject({ status: 404, code: "agent_not_found" });
    expect(await bad({ user_message: "x", session_id: "none" })).toMatchObject({
      status: 404,
      code: "session_not_found",
    });
  });
});

describe("a reader that disconnects", () => {
  it("does not stop the turn, and another reader resumes it", async () => {
    const response = await server.fetch("/reply", {
      method: "POST",
      body: JSON.stringify({ user_message: "say one \nwait 300\nsay two", agent: "script" }),
    });
    const id = response.headers.get("Parley-Session-Id") ?? "";
    let last = 0;
    for await (const frame of readStream(response)) {
      last = Number(frame.id ?? last);
      if (saidIn([frame.data as never]) !== "") break;
    }
    const rest = await server.fetch(`/sessions/${id}/events?format=messages`, {
      headers: { Accept: "text/event-stream", "Last-Event-ID": String(last) },
    });
    const seen: unknown[] = [];
    for await (const frame of readStream(rest)) {
      expect(Number(frame.id)).toBeGreaterThan(last);
      seen.push(frame.data);
      if ((frame.data as { type: string }).type === "Finish") break;
    }
    expect(saidIn(seen as never).trim()).toBe("two");
  });

  it("stops the turn if it asked for that", async () => {
    const response = await server.fetch("/reply", {
      method: "POST",
      body: JSON.stringify({ user_message: "say one\nwait 60000", agent: "script", on_disconnect: "cancel" }),
    });
    const turnId = response.headers.get("Parley-Turn-Id") ?? "";
    for await (const frame of readStream(response)) if (saidIn([frame.data as never]) !== "") break;
    const turn = await server.hub.turns.ended(turnId);
    expect(turn.state).toBe("cancelled");
  });

  it("keeps such a turn for a reader that sends the same request with the same key", async () => {
    const body = { user_message: "say one\nwait 500\nsay two", agent: "script", on_disconnect: "cancel" };
    const post = (): Promise<Response> =>
      server.fetch("/reply", {
        method: "POST",
        headers: { "Idempotency-Key": "the-same-reader" },
        body: JSON.stringify(body),
      });
    const [first, second] = [await post(), await post()];
    expect(second.headers.get("Parley-Turn-Id")).toBe(first.headers.get("Parley-Turn-Id"));
    await first.body?.cancel();
    expect((await readFrames(second)).at(-1)).toMatchObject({ type: "Finish", reason: "stop" });
  });
});

describe("plans", () => {
  it("are proposed without running anything", async () => {
    const frames = await api.reply({
      mode: "plan",
      user_message: "1. build an API endpoint\n2. reproduce a bug with a regression test",
    });
    expect(types(frames)).toEqual(["RoutingDecision", "PlanProposal", "Finish"]);
    expect(frames[2]).toMatchObject({ reason: "plan_complete" });
    expect(frames[1]).toMatchObject({ is_compound: true });
    const { tasks } = frames[1] as FrameOf<"PlanProposal">;
    expect(tasks.map(({ agent_name: name }) => name)).toEqual(["backend", "qa"]);
    expect(tasks[1]?.mode_slug).toBe("qa");
    const { session_id: id } = frames[2] as { session_id: string };
    expect((await api.call("GET", `/turns?session_id=${id}`)).body.turns).toEqual([]);
    const kinds = (await api.call("GET", `/sessions/${id}/events`)).body.events.map(
      ({ type }: { type: string }) => type,
    );
    expect(kinds).toEqual(["routed", "plan_proposed"]);
    // What was proposed can be sent back as it is.
    const done = await api.reply({ mode: "execute_plan", session_id: id, plan: frames[1] });
    expect(done.at(-1)).toMatchObject({ type: "Finish", reason: "stop" });
    expect(done.filter(({ type }) => type === "Notification")).toHaveLength(2);
  });

  it("are run: every task is reported, and the results are combined", async () => {
    const frames = await api.reply({
      mode: "execute_plan",
      plan: {
        tasks: [
          { task_id: "a", depends_on: [], agent_name: "script", description: "say apples" },
          { task_id: "b", depends_on: ["a"], agent_name: "script", description: "say pears" },
          { task_id: "c", depends_on: [], agent_name: "script", description: "fail no cherries" },
          { task_id: "d", depends_on: ["c"], agent_name: "script", description: "say never" },
        ],
      },
    });
    const tasks = frames.flatMap((frame) => (frame.type === "Notification" ? [frame.message.params] : []));
    expect(tasks).toHaveLength(4);
    expect(tasks).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ task_id: "a", state: "completed", text: "apples" }),
        expect.objectContaining({ task_id: "b", state: "completed", text: expect.stringContaining("pears") }),
        expect.objectContaining({ task_id: "c", state: "failed" }),
        expect.objectContaining({ task_id: "d", state: "skipped" }),
      ]),
    );
    expect(saidIn(frames)).toContain("apples");
    expect(saidIn(frames)).toContain("pears");
    expect(frames.at(-1)).toMatchObject({ type: "Finish", reason: "plan_incomplete" });
  });

  it("are refused if they are cyclic or name unknown agents", async () => {
    const task = { task_id: "a", depends_on: [], agent_name: "script", description: "say a" };
    for (const wrong of [
      { ...task, depends_on: ["a"] },
      { ...task, agent_name: "nobody" },
    ]) {
      const { status, body } = await api.call("POST", "/reply", { mode: "execute_plan", plan: { tasks: [wrong] } });
      expect([status, body.code]).toEqual([400, "bad_input"]);
    }
  });
});

describe("POST /sessions/{id}/reply and cancel", () => {
  it("starts a turn under the given id, and cancels it", async () => {
    const { body: session } = await api.call("POST", "/sessions", { agent: "script" });
    const requestId = crypto.randomUUID();
    const { status, body } = await api.call("POST", `/sessions/${session.id}/reply`, {
      request_id: requestId,
      user_message: "say one\nwait 60000",
    });
    expect([status, body.request_id]).toEqual([202, requestId]);
    const busy = await api.call("POST", `/sessions/${session.id}/reply`, { user_message: "say", when_busy: "refuse" });
    expect([busy.status, busy.body.code]).toEqual([409, "session_busy"]);
    expect((await api.call("POST", `/sessions/${session.id}/cancel`, {})).body).toEqual({ cancelled: [requestId] });
    expect((await server.hub.turns.ended(requestId)).state).toBe("cancelled");
    const over = await api.call("POST", `/sessions/${session.id}/cancel`, { request_id: requestId });
    expect([over.status, over.body.code]).toEqual([409, "turn_over"]);
    expect((await api.call("POST", `/sessions/${session.id}/cancel`)).body).toEqual({ cancelled: [] });
  });

  it("refuses invalid requests", async () => {
    const { body: session } = await api.call("POST", "/sessions", { agent: "script" });
    const other = await api.call("POST", `/sessions/${session.id}/cancel`, { request_id: "none" });
    expect(other.status).toBe(404);
    expect((await api.call("POST", "/sessions/none/cancel")).status).toBe(404);
    const bad = await api.call("POST", `/sessions/${session.id}/reply`, { user_message: "x", request_id: "no uuid" });
    expect([bad.status, bad.body.field]).toEqual([400, "request_id"]);
    expect((await api.call("POST", "/sessions/none/reply", { user_message: "x" })).status).toBe(404);
  });
});
