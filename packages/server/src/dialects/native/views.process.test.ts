import { FeedMirror, parseTrace, type FeedMessage } from "@parley/observe";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApi, type Api } from "./testing/api.ts";
import { readStream, type ReadFrame } from "./testing/frames.ts";

let server: TestServer;
let api: Api;

beforeAll(async () => {
  server = await openTestServer({ hub: { level: "bypass" } });
  api = createApi(server);
}, 60_000);
afterAll(() => server[Symbol.asyncDispose]());

/** Reads on until it fits; what was read so far. */
async function readUntil(
  stream: AsyncGenerator<ReadFrame>,
  fits: (frame: ReadFrame) => boolean,
): Promise<readonly ReadFrame[]> {
  const frames: ReadFrame[] = [];
  for (;;) {
    const { value, done } = await stream.next();
    if (done === true) throw new Error("The stream was over before");
    frames.push(value);
    if (fits(value)) return frames;
  }
}

describe("the view of a session", () => {
  it("is returned as a whole, or 404 for an unknown session", async () => {
    const { sessionId } = await api.talk("write seen.txt x\nusage 12 100\nsay done");
    const { body } = await api.call("GET", `/sessions/${sessionId}/view`);
    expect(body).toMatchObject({ type: "session", agentId: "script", sessionId });
    expect(body.files).toMatchObject([{ path: "seen.txt", heat: 1, inContext: true, lastAction: "write", writes: 1 }]);
    expect(body.fields).toMatchObject({ turn: 1, isRunning: false, usage: { used: 12, size: 100 } });
    expect(body.fields.toolCalls[0].endedAtMs).toBeGreaterThanOrEqual(body.fields.toolCalls[0].startedAtMs);
    for (const what of ["view", "view/events", "timeline", "trace"]) {
      const { status, body: error } = await api.call("GET", `/sessions/none/${what}`);
      expect([what, status, error.code]).toEqual([what, 404, "session_not_found"]);
    }
  });

  it("has a limited number of viewers; one more gets a status", async () => {
    const { body: session } = await api.call("POST", "/sessions", { agent: "script" });
    const leave: (() => void)[] = [];
    const fill = async (): Promise<void> => {
      const view = (): undefined => undefined;
      for (let count = 0; count < 10_000; count += 1) {
        leave.push(await server.hub.views.subscribe(session.id, { view, ended: view }));
      }
    };
    await expect(fill()).rejects.toMatchObject({ code: "limit_reached" });
    const { status, body } = await api.call("GET", `/sessions/${session.id}/view/events`);
    expect([status, body.code]).toEqual([429, "limit_reached"]);
    expect(body.message).toContain(`already has ${leave.length} viewers`);
    leave.pop()?.();
    const stream = readStream(await server.fetch(`/sessions/${session.id}/view/events`));
    await readUntil(stream, ({ event }) => event === "session");
    await api.call("DELETE", `/sessions/${session.id}`);
  });

  it("is streamed as a snapshot and changes, which a feed mirror can apply", async () => {
    const { body: session } = await api.call("POST", "/sessions", { agent: "script" });
    const stream = readStream(await server.fetch(`/sessions/${session.id}/view/events`));
    const picture = new FeedMirror();
    const first = await readUntil(stream, ({ event }) => event === "session");
    expect(first).toMatchObject([{ event: "session", data: { sessionId: session.id, files: [] } }]);
    await api.call("POST", `/sessions/${session.id}/reply`, { user_message: "write live.txt x\nusage 3 30\nsay done" });
    const rest = await readUntil(stream, ({ data }) => {
      const { fields } = data as { fields?: { turn: number; usage?: object } };
      return fields?.turn === 1 && fields.usage !== undefined;
    });
    expect(new Set(rest.map(({ event }) => event))).toEqual(new Set(["change"]));
    for (const { data } of [...first, ...rest]) picture.apply(data as FeedMessage);
    const [shown] = picture.sessions;
    expect(shown?.files.get("live.txt")).toMatchObject({ lastAction: "write", heat: 1 });
    expect(shown).toMatchObject({ turn: 1, usage: { used: 3, size: 30 } });
    await api.call("DELETE", `/sessions/${session.id}`);
    const [end] = (await readUntil(stream, ({ event }) => event === "end")).slice(-1);
    expect(end?.data).toEqual({ reason: "deleted", session_id: session.id });
  });

  it("ends with a reason when the server stops", async () => {
    await using other = await openTestServer();
    const { id } = await other.hub.sessions.create({ agent: "script" });
    const stream = readStream(await other.fetch(`/sessions/${id}/view/events`));
    await readUntil(stream, ({ event }) => event === "session");
    const closed = other.server.close({ graceMs: 0 });
    const [end] = (await readUntil(stream, ({ event }) => event === "end")).slice(-1);
    expect(end?.data).toEqual({ reason: "draining", session_id: id });
    await closed;
  });
});

describe("the frames of a session", () => {
  it("are rows of a timeline", async () => {
    const { sessionId } = await api.talk("say hello");
    const { body } = await api.call("GET", `/sessions/${sessionId}/timeline`);
    const rows = body.rows as readonly { method?: string; kind: string; took_ms?: number }[];
    const answers = rows.filter(({ kind, method }) => kind === "response" && method === "session/prompt");
    expect(answers).toMatchObject([{ from: "agent", is_error: false }]);
    expect(answers[0]?.took_ms).toBeGreaterThanOrEqual(0);
    const few = await api.call("GET", `/sessions/${sessionId}/timeline?limit=1`);
    expect(few.body.rows).toEqual([rows.at(-1)]);
    const wrong = await api.call("GET", `/sessions/${sessionId}/timeline?limit=0`);
    expect([wrong.status, wrong.body.field]).toEqual([400, "limit"]);
  });

  it("can be downloaded as a trace without secrets", async () => {
    const { sessionId } = await api.talk("say token=abcdefgh12345678abcdefgh");
    const response = await server.fetch(`/sessions/${sessionId}/trace`);
    expect(response.headers.get("Content-Type")).toBe("application/x-ndjson");
    expect(response.headers.get("Content-Disposition")).toContain(`${sessionId}.trace.ndjson`);
    const text = await response.text();
    expect(text).not.toContain("abcdefgh12345678");
    const [header, ...items] = parseTrace(text);
    expect(header).toMatchObject({ type: "header", header: { redacted: true, agent: "script" } });
    expect(items[0]).toMatchObject({ type: "frame", message: { method: "initialize" } });
    expect(items.map(({ type }) => type)).not.toContain("damage");
  });
});
