// Clients that read the events of the log, over every transport.
import { parseSessionEvent, type SessionEvent } from "@parley/acp";
import { isObject, SERVER_PROTOCOL, VERSION } from "@parley/base";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import type { Transport } from "@parley/rpc";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createAcpDialect } from "./create-dialect.ts";
import { connectInProcess } from "./in-process.ts";
import { createAcpPeer, TRANSPORTS, type AcpPeer, type Heard } from "./testing/acp-peer.ts";

const EVENTS = { _meta: { parley: { events: true } } };
const text = (value: string): { readonly type: string; readonly text: string }[] => [{ type: "text", text: value }];

const WAYS: readonly [string, (server: TestServer) => Promise<Transport>][] = [
  ...TRANSPORTS,
  ["memory", ({ hub }) => Promise.resolve(connectInProcess(hub))],
];

describe.each(WAYS)("a client that reads events over %s", (_, connect) => {
  let server: TestServer;
  const peers: AcpPeer[] = [];

  beforeAll(async () => {
    server = await openTestServer({ dialects: [createAcpDialect] });
  });

  afterEach(async () => {
    await Promise.all(peers.splice(0).map(({ transport }) => transport.close()));
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  async function join(more: Readonly<Record<string, unknown>> = EVENTS): Promise<AcpPeer> {
    const peer = await createAcpPeer(await connect(server), {}, more);
    peers.push(peer);
    return peer;
  }

  async function newSession(): Promise<string> {
    return (await server.hub.sessions.create({ agent: "script", cwd: server.folder })).id;
  }

  const start = (peer: AcpPeer, sessionId: string, script: string, idempotencyKey?: string): Promise<string> =>
    peer
      .ask("_parley/session/prompt", { sessionId, prompt: text(script), idempotencyKey })
      .then(({ turnId }) => String(turnId));
  const ended = (peer: AcpPeer, turnId: string): Promise<unknown> =>
    peer.ask("_parley/turn/ended", { turnId }).then(({ turn }) => turn);

  it("gets every event once, in order, before the end of the turn, and no updates", async () => {
    const [peer, other] = [await join(), await join({})];
    const sessionId = await newSession();
    expect(await peer.ask("_parley/session/follow", { sessionId, after: 0 })).toEqual({
      sessionId,
      after: 0,
      lastSeq: 0,
    });
    await other.ask("session/load", { sessionId, cwd: server.folder, mcpServers: [] });
    const turn = await ended(peer, await start(peer, sessionId, "say one\nstream 40 10\nsay two"));
    expect(turn).toMatchObject({ sessionId, state: "completed", stopReason: "end_turn" });
    const events = eventsOf(peer, sessionId);
    const { lastSeq = 0 } = turn as { lastSeq?: number };
    expect(events.map(({ seq }) => seq).slice(0, lastSeq)).toEqual(Array.from({ length: lastSeq }, (__, at) => at + 1));
    expect(events.find(({ type }) => type === "prompt")).toMatchObject({
      prompt: text("say one\nstream 40 10\nsay two"),
    });
    expect(peer.heard.some(({ method }) => method === "session/update")).toBe(false);
    expect(other.heard.some(({ method }) => method === "_parley/session/events")).toBe(false);
    expect(other.heard.some(({ method }) => method === "session/update")).toBe(true);
  });

  it("gets questions as events, and is not asked", async () => {
    const peer = await join();
    const sessionId = await newSession();
    await peer.ask("_parley/session/follow", { sessionId });
    const turnId = await start(peer, sessionId, "run echo hi\nsay done");
    await peer.find((message) => eventsIn(message, sessionId).some(({ type }) => type === "permission_asked"));
    const [asked] = eventsOf(peer, sessionId).filter((event) => event.type === "permission_asked");
    const optionId = asked?.options.find(({ kind }) => kind === "allow_once")?.optionId ?? "";
    const outcome = { outcome: "selected", optionId } as const;
    await server.hub.interactions.answerPermission(asked?.interactionId ?? "", { outcome }, "tests");
    expect(await ended(peer, turnId)).toMatchObject({ state: "completed" });
    expect(peer.heard.some(({ method }) => method === "session/request_permission")).toBe(false);
  });

  it("follows from any position, and starts over if the log never reached it", async () => {
    const peer = await join();
    const sessionId = await newSession();
    await ended(peer, await start(peer, sessionId, "say hello"));
    const { lastSeq } = await server.hub.sessions.get(sessionId);
    expect(await peer.ask("_parley/session/follow", { sessionId, after: 2 })).toEqual({ sessionId, after: 2, lastSeq });
    await peer.find((message) => eventsIn(message, sessionId).at(-1)?.seq === lastSeq);
    expect(eventsOf(peer, sessionId)[0]?.seq).toBe(3);
    await peer.ask("_parley/session/unfollow", { sessionId });
    const answer = await peer.ask("_parley/session/follow", { sessionId, after: 1_000_000 });
    expect(answer).toEqual({ sessionId, after: 0, lastSeq });
  });

  it("starts over if the log has another event where the client knows one", async () => {
    const peer = await join();
    const sessionId = await newSession();
    await ended(peer, await start(peer, sessionId, "say hello"));
    const { lastSeq } = await server.hub.sessions.get(sessionId);
    const [found] = await server.hub.sessions.events(sessionId, { after: 2, limit: 1 });
    const at = found?.event.at ?? 0;
    const follow = (known: object) => peer.ask("_parley/session/follow", { sessionId, after: 3, known });
    expect(await follow({ seq: 3, at })).toEqual({ sessionId, after: 3, lastSeq });
    const other = { sessionId, after: 0, lastSeq, isOtherLog: true };
    expect(await follow({ seq: 3, at: at - 1 })).toEqual(other);
    expect(await follow({ seq: lastSeq + 1, at })).toEqual(other);
  });

  it("starts one turn per key, and is notified when its session is deleted", async () => {
    const peer = await join();
    const sessionId = await newSession();
    await peer.ask("_parley/session/follow", { sessionId });
    const ids = await Promise.all([start(peer, sessionId, "say hi", "key"), start(peer, sessionId, "say hi", "key")]);
    expect(new Set(ids).size).toBe(1);
    await ended(peer, ids[0] ?? "");
    await server.hub.sessions.delete(sessionId);
    const { params } = await peer.called("_parley/session/ended");
    expect(params).toEqual({ sessionId, reason: "deleted" });
  });

  it.each([
    ["_parley/session/follow", {}, "sessionId: must be a non-empty string"],
    ["_parley/session/follow", { sessionId: "x", after: -1 }, "after: must be a whole number"],
    ["_parley/session/follow", { sessionId: "x", after: 1, known: 1 }, "known: must be an object with the seq and at"],
    ["_parley/session/follow", { sessionId: "x", known: { seq: 1 } }, "known: must be an object with the seq and at"],
    ["_parley/session/follow", { sessionId: "x", known: { seq: 1, at: "now" } }, "at: must be a whole number"],
    ["_parley/session/prompt", { sessionId: "x", prompt: "hi" }, "Invalid params: prompt: expected array"],
    ["_parley/session/prompt", { sessionId: "x", prompt: [], limits: 1 }, "limits: must be an object"],
    ["_parley/turn/ended", { turnId: 1 }, "turnId: must be a non-empty string"],
  ])("refuses %s with %j", async (method, params, message) => {
    const peer = await join();
    await expect(peer.ask(method, params)).rejects.toThrow(message);
  });

  it("gets the server's version, and refuses an invalid flag", async () => {
    const peer = await join();
    const answer = peer.heard.find(({ result }) => result !== undefined);
    const parley = { version: VERSION, protocol: SERVER_PROTOCOL, events: true };
    expect(answer).toMatchObject({ result: { _meta: { parley } } });
    expect(await peer.ask("_parley/ping")).toEqual({});
    await expect(join({ _meta: { parley: { events: "yes" } } })).rejects.toThrow(/events|error/);
  });
});

function eventsIn({ method, params }: Heard, sessionId: string): SessionEvent[] {
  if (method !== "_parley/session/events" || !isObject(params) || params["sessionId"] !== sessionId) return [];
  return (params["events"] as unknown[]).map((event) => {
    const parsed = parseSessionEvent(structuredClone(event));
    if (!parsed.ok) throw new Error(parsed.error.message);
    return parsed.value;
  });
}

function eventsOf(peer: AcpPeer, sessionId: string): SessionEvent[] {
  return peer.heard.flatMap((message) => eventsIn(message, sessionId));
}
