// Following sessions of the real server, over a WebSocket and over memory.
import { createId } from "@parley/base";
import { connectInProcess } from "@parley/server/in-process";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { connectServer, type Remote, type ServerPlace } from "./connect-server.ts";
import { between, Reader } from "./testing/reader.ts";

const text = (value: string): { readonly type: "text"; readonly text: string }[] => [{ type: "text", text: value }];

const WAYS: readonly [string, (server: TestServer) => ServerPlace][] = [
  ["a WebSocket", ({ url, token }) => ({ url, token })],
  ["memory", ({ hub }) => ({ transport: connectInProcess(hub) })],
];

describe.each(WAYS)("a session followed over %s", (_, placeOf) => {
  let server: TestServer;
  const remotes: Remote[] = [];

  beforeAll(async () => {
    server = await openTestServer();
  });

  afterEach(async () => {
    await Promise.all(remotes.splice(0).map((remote) => remote.close()));
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  function connect(): Remote {
    const remote = connectServer(placeOf(server), { client: { name: "tests" } });
    remotes.push(remote);
    return remote;
  }

  async function newSession(): Promise<string> {
    return (await server.hub.sessions.create({ agent: "script", cwd: server.folder })).id;
  }

  it("gives every event once, before the turn is over", async () => {
    const remote = connect();
    const sessionId = await newSession();
    const reader = new Reader();
    remote.follow(sessionId, { after: 0 }, reader);
    const { turnId } = await remote.prompt(sessionId, text("say one\nstream 50 10\nsay two"));
    const turn = await remote.turnEnded(turnId);
    expect(turn).toMatchObject({ id: turnId, sessionId, state: "completed", stopReason: "end_turn" });
    expect(reader.last).toBeGreaterThanOrEqual(turn.lastSeq ?? Infinity);
    expect(reader.seqs).toEqual(between(1, reader.last));
    expect(reader.text).toContain("one");
    expect(reader.text).toContain("two");
  });

  it("serves several readers of one session, each from its own place", async () => {
    const remote = connect();
    const sessionId = await newSession();
    const [first, whole, late, other] = [new Reader(), new Reader(), new Reader(), new Reader()];
    const following = remote.follow(sessionId, { after: 0 }, first);
    await remote.turnEnded((await remote.prompt(sessionId, text("say one"))).turnId);
    const { lastSeq } = await server.hub.sessions.get(sessionId);
    await first.until(({ last }) => last >= lastSeq);
    remote.follow(sessionId, { after: 0 }, whole);
    remote.follow(sessionId, {}, late);
    connect().follow(sessionId, { after: 2 }, other);
    await Promise.all([late.until(({ follows }) => follows > 0), other.until(({ follows }) => follows > 0)]);
    await remote.turnEnded((await remote.prompt(sessionId, text("say two"))).turnId);
    const end = (await server.hub.sessions.get(sessionId)).lastSeq;
    await Promise.all([first, whole, late, other].map((reader) => reader.until(({ last }) => last >= end)));
    expect(first.seqs).toEqual(between(1, first.last));
    expect(whole.seqs).toEqual(between(1, whole.last));
    expect(other.seqs).toEqual(between(3, other.last));
    expect(late.seqs).toEqual(between(late.seqs[0] ?? 0, late.last));
    expect(late.seqs[0]).toBeGreaterThan(lastSeq);
    expect(following.cursor).toBe(first.last);
    const { last } = first;
    following.close();
    await remote.turnEnded((await remote.prompt(sessionId, text("say three"))).turnId);
    expect(first.last).toBe(last);
  });

  it("holds events back while a handler takes its time, and loses none", async () => {
    const remote = connect();
    const sessionId = await newSession();
    const seqs: number[] = [];
    let isInside = false;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reader = new Reader();
    remote.follow(
      sessionId,
      { after: 0 },
      {
        events: async (batch) => {
          expect(isInside).toBe(false);
          isInside = true;
          seqs.push(...batch.map(({ seq }) => seq));
          reader.events(batch);
          await held;
          isInside = false;
        },
      },
    );
    const { turnId } = await remote.prompt(sessionId, text("stream 3000 100\nsay done"));
    await server.hub.turns.ended(turnId);
    release();
    const { lastSeq } = await server.hub.sessions.get(sessionId);
    await reader.until(({ last }) => last >= lastSeq);
    expect(seqs).toEqual(between(1, reader.last));
  });

  it("asks and answers by operations of the contract: the question is an event", async () => {
    const remote = connect();
    const wanted = { agent: "script", working_dir: server.folder };
    const idempotencyKey = createId();
    const { id: sessionId } = await remote.request("sessions/create", wanted, { idempotencyKey });
    expect(await remote.request("sessions/create", wanted, { idempotencyKey })).toMatchObject({ id: sessionId });
    const reader = new Reader();
    remote.follow(sessionId, { after: 0 }, reader);
    const { turnId } = await remote.prompt(sessionId, text("run echo hi\nsay done"));
    await reader.until(({ got }) => got.some(({ type }) => type === "permission_asked"));
    const { interactions } = await remote.request("interactions/list", { session_id: sessionId, state: "pending" });
    const [asked] = reader.got.filter((event) => event.type === "permission_asked");
    expect(interactions).toMatchObject([{ id: asked?.interactionId }]);
    await remote.request("interactions/answer", { id: asked?.interactionId ?? "", action: "allow_once" });
    expect(await remote.turnEnded(turnId)).toMatchObject({ state: "completed" });
    expect(reader.got.some(({ type }) => type === "permission_answered")).toBe(true);
    await expect(remote.request("turns/cancel", { id: turnId })).rejects.toMatchObject({ code: "turn_over" });
  });

  it("tells that a session was deleted, or never was", async () => {
    const remote = connect();
    const sessionId = await newSession();
    const [reader, lost] = [new Reader(), new Reader()];
    remote.follow(sessionId, { after: 0 }, reader);
    remote.follow("nothing", { after: 0 }, lost);
    await reader.until(({ follows }) => follows === 1);
    await server.hub.sessions.delete(sessionId);
    await reader.until(({ ends }) => ends.length > 0);
    await lost.until(({ ends }) => ends.length > 0);
    expect(reader.ends).toEqual([{ reason: "deleted" }]);
    expect(lost.ends).toMatchObject([{ reason: "not_found" }]);
  });

  it("refuses what makes no sense, with the server's own code where it has one", async () => {
    const remote = connect();
    expect(() => remote.follow("x", { after: -1 }, new Reader())).toThrow("after: must be a whole number");
    await expect(remote.prompt("nothing", text("hi"))).rejects.toMatchObject({ code: "session_not_found" });
    await expect(remote.turnEnded("nothing")).rejects.toMatchObject({ code: "turn_not_found" });
    await expect(remote.call("_parley/nonsense")).rejects.toMatchObject({ code: -32601 });
    await remote.close();
    await expect(remote.call("_parley/ping")).rejects.toMatchObject({ code: "connection_closed" });
    expect(remote.state.kind).toBe("closed");
  });
});

it("a key that may only look follows a session, and cannot prompt", async () => {
  const hash = createHash("sha256").update("only-looking-0123456789").digest("hex");
  await using server = await openTestServer({ keys: [{ name: "looker", hash, scopes: ["read"] }] });
  const { id: sessionId } = await server.hub.sessions.create({ agent: "script", cwd: server.folder });
  await using owner = connectServer({ url: server.url, token: server.token });
  await using looker = connectServer({ url: server.url, token: "only-looking-0123456789" });
  const reader = new Reader();
  looker.follow(sessionId, { after: 0 }, reader);
  const { turnId } = await owner.prompt(sessionId, text("say hello"));
  await looker.turnEnded(turnId);
  expect(reader.text).toContain("hello");
  await expect(looker.prompt(sessionId, text("say no"))).rejects.toMatchObject({ code: "forbidden" });
});
