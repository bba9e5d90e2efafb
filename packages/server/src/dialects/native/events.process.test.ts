import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createApi, type Api } from "./testing/api.ts";
import { readFrames, readStream, saidIn, type ReadFrame } from "./testing/frames.ts";

let server: TestServer;
let api: Api;

beforeAll(async () => {
  server = await openTestServer();
  api = createApi(server);
}, 60_000);
afterAll(() => server[Symbol.asyncDispose]());

function follow(id: string, query = "", headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return server.fetch(`/sessions/${id}/events${query}`, { headers: { Accept: "text/event-stream", ...headers } });
}

/** Up to the end of a turn. */
async function untilStop(response: Response): Promise<ReadFrame[]> {
  const frames: ReadFrame[] = [];
  for await (const frame of readStream(response)) {
    frames.push(frame);
    if ((frame.data as { type?: string }).type === "stop") break;
  }
  return frames;
}

describe("the log of a session", () => {
  it("is read in pages, forwards and backwards", async () => {
    const { sessionId } = await api.talk("stream 20 10");
    const all = (await api.call("GET", `/sessions/${sessionId}/events`)).body;
    expect(all.last_seq).toBe(all.events.at(-1).seq);
    const page = (await api.call("GET", `/sessions/${sessionId}/events?after=2&limit=3`)).body;
    expect(page.events.map(({ seq }: { seq: number }) => seq)).toEqual([3, 4, 5]);
    const last = (await api.call("GET", `/sessions/${sessionId}/events?before=6&limit=2`)).body;
    expect(last.events.map(({ seq }: { seq: number }) => seq)).toEqual([4, 5]);
  });

  it("is streamed to several readers, each with the same events in order", async () => {
    const { body: session } = await api.call("POST", "/sessions", { agent: "script" });
    const readers = [await follow(session.id), await follow(session.id)];
    await api.call("POST", `/sessions/${session.id}/reply`, { user_message: "stream 200 10" });
    const [first, second] = await Promise.all(readers.map(untilStop));
    expect(second).toEqual(first);
    expect(first?.length).toBeGreaterThan(200);
    expect(first?.map(({ id }) => Number(id))).toEqual(first?.map((_, index) => index + 1));
    // Whoever comes late sees the same.
    expect(await untilStop(await follow(session.id))).toEqual(first);
  });

  it("resumes after a disconnect, with nothing missing and nothing twice", async () => {
    const { body: session } = await api.call("POST", "/sessions", { agent: "script" });
    const cut = await follow(session.id);
    await api.call("POST", `/sessions/${session.id}/reply`, { user_message: "stream 100 10\nwait 50\nstream 100 10" });
    const seen: number[] = [];
    for await (const { id } of readStream(cut)) {
      seen.push(Number(id));
      if (seen.length === 20) break;
    }
    const rest = await untilStop(await follow(session.id, "?after=0", { "Last-Event-ID": String(seen.at(-1)) }));
    seen.push(...rest.map(({ id }) => Number(id)));
    expect(seen).toEqual(seen.map((_, index) => index + 1));
  });

  it("ends with a reason when the session is deleted", async () => {
    const { sessionId } = await api.talk("say bye");
    const response = await follow(sessionId, "?after=10000");
    await api.call("DELETE", `/sessions/${sessionId}`);
    const frames: ReadFrame[] = [];
    for await (const frame of readStream(response)) frames.push(frame);
    expect(frames).toMatchObject([{ event: "end", data: { reason: "deleted", session_id: sessionId } }]);
  });

  it("gives a message the same id after a disconnect", async () => {
    const { sessionId } = await api.talk("stream 30 10");
    const cutAt = 15;
    const read = async (after: number): Promise<string[]> => {
      const ids: string[] = [];
      const response = await follow(sessionId, "?format=messages", { "Last-Event-ID": String(after) });
      for await (const { id, data } of readStream(response)) {
        const { type, message } = data as { type: string; message?: { id: string; role: string } };
        if (message?.role === "assistant" && Number(id) > cutAt) ids.push(message.id);
        if (type === "Finish") break;
      }
      return ids;
    };
    const whole = await read(0);
    expect(whole.length).toBeGreaterThan(10);
    expect(await read(cutAt)).toEqual(whole);
  });

  it("refuses an invalid cursor", async () => {
    const { body: session } = await api.call("POST", "/sessions", { agent: "script" });
    const response = await follow(session.id, "", { "Last-Event-ID": "yesterday" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "bad_input", field: "Last-Event-ID" });
  });
});

describe("questions", () => {
  /** A turn that waits for an answer. */
  async function ask(
    script: string,
  ): Promise<{ readonly id: string; readonly frames: Promise<string>; readonly kind: string }> {
    const response = await server.fetch("/reply", {
      method: "POST",
      body: JSON.stringify({ user_message: script, agent: "script" }),
    });
    const sessionId = response.headers.get("Parley-Session-Id") ?? "";
    const turn = await server.hub.turns.settled(response.headers.get("Parley-Turn-Id") ?? "");
    expect(turn.state).toBe("awaiting");
    const { interactions } = (await api.call("GET", `/interactions?session_id=${sessionId}&state=pending`)).body;
    return { id: interactions[0].id, kind: interactions[0].kind, frames: readFrames(response).then(JSON.stringify) };
  }

  it("are parts of messages, and are answered with the words of the API", async () => {
    const { id, frames, kind } = await ask("write allowed.txt x");
    expect(kind).toBe("permission");
    const answer = { id, action: "allow_once", principalType: "Tool" };
    expect((await api.call("POST", "/action-required/tool-confirmation", answer)).status).toBe(200);
    expect(await frames).toContain(`"actionType":"toolConfirmation","id":"${id}"`);
    const late = await api.call("POST", "/action-required/tool-confirmation", answer);
    expect([late.status, late.body.code]).toEqual([409, "interaction_over"]);
    const { body } = await api.call("GET", `/interactions/${id}`);
    expect(body).toMatchObject({ state: "answered", answered_by: expect.any(String) });
  });

  it("are answered with an option, or with no", async () => {
    const { id, frames } = await ask("write denied.txt x");
    const { body } = await api.call("GET", `/interactions/${id}`);
    const wrong = await api.call("POST", `/interactions/${id}`, { option_id: "none of them" });
    expect(wrong.status).toBe(400);
    const no = body.options.find(({ kind }: { kind: string }) => kind === "reject_once");
    const done = await api.call("POST", `/interactions/${id}`, { option_id: no.optionId });
    expect(done.body).toMatchObject({ state: "answered", answer: { outcome: { optionId: no.optionId } } });
    await frames;
  });

  it("may be forms", async () => {
    const { id, frames, kind } = await ask("elicit form Which colour?");
    expect(kind).toBe("elicitation");
    const wrong = await api.call("POST", "/action-required/tool-confirmation", { id, action: "allow_once" });
    expect([wrong.status, wrong.body.field]).toEqual([400, "id"]);
    expect((await api.call("POST", "/action-required/elicitation", { id, action: "decline" })).status).toBe(200);
    expect(await frames).toContain(`"actionType":"elicitationResponse","id":"${id}"`);
  });

  it("refuse invalid answers", async () => {
    const unknown = { id: crypto.randomUUID(), action: "allow_once" };
    expect((await api.call("POST", "/action-required/tool-confirmation", unknown)).status).toBe(404);
    expect((await api.call("POST", "/action-required/elicitation", { ...unknown, action: "cancel" })).status).toBe(404);
    expect((await api.call("GET", `/interactions/${unknown.id}`)).status).toBe(404);
    expect((await api.call("POST", `/interactions/${unknown.id}`, {})).status).toBe(404);
    for (const [path, body, field] of [
      ["/action-required/tool-confirmation", { id: "x", action: "perhaps" }, "action"],
      ["/action-required/tool-confirmation", { action: "cancel" }, "id"],
      ["/action-required/elicitation", { id: "x", action: "perhaps" }, "action"],
    ] as const) {
      const answer = await api.call("POST", path, body);
      expect([answer.status, answer.body.field]).toEqual([400, field]);
    }
    expect((await api.call("GET", "/interactions?state=odd")).body.field).toBe("state");
  });

  it("in one session do not block another session", async () => {
    const { id, frames } = await ask("write held.txt x");
    expect(saidIn((await api.talk("say free")).frames)).toBe("free");
    await api.call("POST", `/interactions/${id}`, { action: "cancel" });
    await frames;
  });
});

// The last one: it ends the server.
test("a server that stops tells its readers where to resume", async () => {
  const { sessionId } = await api.talk("say one");
  const { last_seq: last } = (await api.call("GET", `/sessions/${sessionId}/events`)).body;
  const responses = [await follow(sessionId), await follow(sessionId, "?format=messages")];
  const readers = responses.map(async (response) => {
    const frames: ReadFrame[] = [];
    for await (const frame of readStream(response)) frames.push(frame);
    return frames.at(-1);
  });
  const turn = await server.fetch("/reply", {
    method: "POST",
    body: JSON.stringify({ user_message: "say one\nwait 60000", agent: "script" }),
  });
  const turnFrames = readFrames(turn);
  await server.server.close({ graceMs: 0 });
  const params = { reason: "draining", session_id: sessionId, last_event_id: last };
  expect(await Promise.all(readers)).toMatchObject([
    { event: "end", data: params },
    { data: { type: "Notification", message: { method: "parley/draining", params } } },
  ]);
  expect((await turnFrames).at(-1)).toMatchObject({ type: "Notification", message: { method: "parley/draining" } });
});
