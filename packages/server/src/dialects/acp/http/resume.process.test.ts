// A stream of a session that broke off is taken up where its reader stopped: by the id of the last event.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAcpDialect } from "../create-dialect.ts";
import { seqOf } from "../testing/acp-peer.ts";
import { createEventReader, type EventMessage, type EventReader } from "../testing/event-reader.ts";

let server: TestServer;
type Fields = Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await openTestServer({ dialects: [createAcpDialect] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

function post(message: object, headers: Fields): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  return server.fetch("/acp", { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
}

/** As soon as the server has noticed that the reader before is gone. */
async function read(headers: Fields): Promise<EventReader> {
  for (;;) {
    const response = await server.fetch("/acp", { headers: { accept: "text/event-stream", ...headers } });
    if (response.status !== 409) return createEventReader(response);
    await response.body?.cancel();
  }
}

async function connect(more: object = {}): Promise<Fields> {
  const answer = await post({ id: 0, method: "initialize", params: { protocolVersion: 1, ...more } }, {});
  return { "acp-connection-id": answer.headers.get("acp-connection-id") ?? "" };
}

async function openSession(): Promise<{ readonly sessionId: string; readonly headers: Fields }> {
  const headers = await connect();
  await using connection = await read(headers);
  const params = { cwd: server.folder, mcpServers: [], _meta: { agent: "script" } };
  await post({ id: "new", method: "session/new", params }, headers);
  const { result } = (await connection.find(({ id }) => id === "new")) as { result: { sessionId: string } };
  return { sessionId: result.sessionId, headers: { ...headers, "acp-session-id": result.sessionId } };
}

function prompt(id: string, sessionId: string, text: string, headers: Fields): Promise<Response> {
  return post({ id, method: "session/prompt", params: { sessionId, prompt: [{ type: "text", text }] } }, headers);
}

const isSaying = (words: string) => (message: EventMessage) =>
  message["method"] === "session/update" && JSON.stringify(message).includes(words);

it("numbers frames after the events of the log, and messages between them", async () => {
  const { sessionId, headers } = await openSession();
  await using session = await read(headers);
  await prompt("turn", sessionId, "say one\nsay two", headers);
  await session.find(({ id }) => id === "turn");
  const updates = session.messages.filter(({ method }) => method === "session/update");
  expect(session.ids.slice(0, updates.length)).toEqual(updates.map((message) => String(seqOf(message))));
  expect(session.ids.at(-1)).toMatch(/^\d+\.1$/);
});

it("replays missed frames in order and once, with the answers between them", async () => {
  const { sessionId, headers } = await openSession();
  const first = await read(headers);
  await prompt("one", sessionId, "say one\nsay two", headers);
  await prompt("two", sessionId, "say three", headers);
  await first.find(({ id }) => id === "two");
  await first[Symbol.asyncDispose]();
  const at = first.messages.findIndex(isSaying('one"}'));

  await using second = await read({ ...headers, "last-event-id": first.ids[at] ?? "" });
  await prompt("three", sessionId, "say four", headers);
  await second.find(({ id }) => id === "three");
  expect(second.ids.slice(0, first.ids.length - at - 1)).toEqual(first.ids.slice(at + 1));
  expect(second.messages.slice(0, first.messages.length - at - 1)).toEqual(first.messages.slice(at + 1));
  const words = second.messages.filter(isSaying("agent_message_chunk"));
  expect(words.map((message) => /(one|two|three|four)"\}/.exec(JSON.stringify(message))?.[1])).toEqual([
    "two",
    "three",
    "four",
  ]);
});

it("replays nothing to a reader that has everything, and loses nothing in the meantime", async () => {
  const { sessionId, headers } = await openSession();
  const first = await read(headers);
  await prompt("one", sessionId, "say one", headers);
  await first.find(({ id }) => id === "one");
  await first[Symbol.asyncDispose]();
  await prompt("two", sessionId, "say two", headers);
  await server.hub.turns.list({ sessionId });

  await using second = await read({ ...headers, "last-event-id": first.ids.at(-1) ?? "" });
  await second.find(({ id }) => id === "two");
  expect(second.messages.some(isSaying('one"}'))).toBe(false);
  expect(second.messages.some(isSaying('two"}'))).toBe(true);
});

it("continues with a new connection where an earlier one stopped", async () => {
  const { sessionId, headers } = await openSession();
  const first = await read(headers);
  await prompt("one", sessionId, "say one\nsay two", headers);
  await first.find(({ id }) => id === "one");
  await first[Symbol.asyncDispose]();
  const at = first.messages.findIndex(isSaying('one"}'));

  const again = { ...(await connect()), "acp-session-id": sessionId };
  await using second = await read({ ...again, "last-event-id": first.ids[at] ?? "" });
  await second.find(isSaying('two"}'));
  expect(second.messages.some(isSaying('one"}'))).toBe(false);
  await prompt("two", sessionId, "say three", again);
  await second.find(({ id }) => id === "two");
  expect(second.messages.some(isSaying('three"}'))).toBe(true);
});

it("replays missed events to a client that reads the log", async () => {
  const { id: sessionId } = await server.hub.sessions.create({ agent: "script", cwd: server.folder });
  const connection = await connect({ _meta: { parley: { events: true } } });
  const headers = { ...connection, "acp-session-id": sessionId };
  const first = await read(headers);
  await post({ id: "follow", method: "_parley/session/follow", params: { sessionId, after: 0 } }, headers);
  await prompt("one", sessionId, "say one\nsay two", headers);
  await first.find(({ id }) => id === "one");
  await first[Symbol.asyncDispose]();
  const { lastSeq } = await server.hub.sessions.get(sessionId);
  await using again = await read({ ...headers, "last-event-id": "2" });
  await again.find((message) => eventSeqs(message).includes(lastSeq));
  const seqs = again.messages.flatMap(eventSeqs);
  expect(seqs).toEqual(Array.from(seqs, (_, at) => at + 3));
});

function eventSeqs({ method, params }: EventMessage): number[] {
  if (method !== "_parley/session/events") return [];
  return (params as { events: { seq: number }[] }).events.map(({ seq }) => seq);
}
