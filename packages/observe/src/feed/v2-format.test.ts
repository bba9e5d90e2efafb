import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { connectToFeed, type FeedReaderState } from "./connect-to-feed.ts";
import { FeedMirror } from "./feed-mirror.ts";
import { openTestFeed, type TestFeed } from "./testing/open-test-feed.ts";
import { readToken } from "./token.ts";
import { createInbox } from "@parley/test-support";

const HELLO = { type: "hello", version: 2 };

async function tokenOf({ home }: TestFeed): Promise<string> {
  return await readToken(home.path);
}

async function helloTo(test: TestFeed): Promise<object> {
  return { ...HELLO, token: await tokenOf(test) };
}

describe("the rich format", () => {
  it("begins with whole sessions, says when they are all there, and goes on with changes", async () => {
    await using test = await openTestFeed();
    const { state } = test;
    const usage = { used: 10, size: 100, cost: { amount: 1.5, currency: "EUR" } };
    const call = { toolCallId: "c1", title: "Read a", kind: "read", status: "in_progress", startedAtMs: 5 };
    state.touch("s1", "a", "read", { heat: 0.123456 });
    state.set("s1", {
      title: "Mend it",
      turn: 3,
      isRunning: true,
      toolCalls: [call],
      toolCounts: { read: 1 },
      plan: { done: 1, total: 2 },
    });
    state.use("s1", usage);
    await state.ticked();
    const hello = await helloTo(test);
    const reader = await test.connect();
    reader.send(hello);
    await reader.find("ready");
    const [welcome, session, ready] = reader.lines.items.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(welcome).toEqual({ type: "welcome", version: 2, mayChange: true, pid: process.pid });
    expect(ready).toEqual({ type: "ready" });
    expect(session).toEqual({
      type: "session",
      agentId: "goose-1",
      sessionId: "s1",
      sessionMode: "single_agent",
      seq: expect.any(Number),
      fields: {
        title: "Mend it",
        turn: 3,
        isRunning: true,
        toolCalls: [call],
        toolCounts: { read: 1 },
        time: { modelMs: 0, toolsMs: 0, permissionMs: 0 },
        usage,
        plan: { done: 1, total: 2 },
        blocked: [],
        unasked: [],
        oddities: 0,
        dropped: 0,
      },
      files: [
        {
          path: "a",
          heat: 0.1235,
          inContext: true,
          lastAction: "read",
          turnAccessed: 0,
          atMs: 1000,
          reads: 1,
          writes: 0,
        },
      ],
    });
    state.touch("s1", "b", "write");
    const change = await reader.find("change");
    expect(change).toMatchObject({ files: [{ path: "b" }], removed: [] });
    expect(change).not.toHaveProperty("fields");
    state.set("s1", { turn: 4 });
    expect(await reader.find("change", 2)).toMatchObject({ fields: { turn: 4 }, files: [] });
    state.removeSession("s1");
    expect(await reader.find("gone")).toEqual({ type: "gone", agentId: "goose-1", sessionId: "s1" });
  });

  it("is sent also when the reader is late with its hello", async () => {
    await using test = await openTestFeed();
    test.state.touch("s1", "a", "read");
    const reader = await test.connect();
    await reader.find("snapshot");
    reader.send(await helloTo(test));
    await reader.find("ready");
    test.state.touch("s1", "b", "read");
    await reader.find("change");
    expect(reader.lines.items.filter((line) => line.startsWith('{"type":"delta"'))).toEqual([]);
  });

  it("cuts a session with very many files into lines of a reasonable length", async () => {
    await using test = await openTestFeed();
    for (let index = 0; index < 20_000; index += 1)
      test.state.touch("s1", `src/folder-${index % 100}/file-${index}.ts`, "read");
    await test.state.ticked();
    const mirror = new FeedMirror();
    const ready = createInbox<boolean>();
    using reader = connectToFeed(test.feed.address, {
      token: await tokenOf(test),
      onMessage: (message) => {
        mirror.apply(message);
        if (message.type === "ready") ready.push(true);
      },
    });
    await ready.find("ready", () => true);
    expect(reader.state).toEqual({ type: "connected" });
    expect(mirror.sessions[0]?.files.size).toBe(20_000);
    const hello = await helloTo(test);
    const raw = await test.connect();
    raw.send(hello);
    await raw.find("ready");
    expect(Math.max(...raw.lines.items.map((line) => line.length))).toBeLessThan(1024 * 1024);
  });

  it("has no secrets in it", async () => {
    await using test = await openTestFeed();
    const token = `ghp_${"a1B2".repeat(9)}`;
    const call = {
      toolCallId: "c",
      title: `curl -u me:hunter22 -H 'Authorization: Bearer ${token}'`,
      kind: "execute",
      status: "pending",
      startedAtMs: 1,
    };
    test.state.set("s1", {
      title: `use ${token}`,
      toolCalls: [call],
      unasked: [{ what: `ran PASSWORD=hunter22 x`, atMs: 1 }],
    });
    await test.state.ticked();
    const hello = await helloTo(test);
    const reader = await test.connect();
    reader.send(hello);
    await reader.find("ready");
    const text = reader.lines.items.join("\n");
    expect(text).toContain("curl");
    expect(text).not.toContain(token);
    expect(text).not.toContain("hunter22");
  });
});

describe("the token", () => {
  it("is needed for version 2, also on this machine", async () => {
    await using test = await openTestFeed({ limits: { tokenWaitMs: 200 } });
    test.state.touch("s1", "a", "read");
    test.state.set("s1", { title: "what the user said" });
    for (const hello of [HELLO, { ...HELLO, version: 3 }, { ...HELLO, token: "" }, { ...HELLO, nonce: "" }]) {
      const reader = await test.connect();
      reader.send(hello);
      expect(await reader.find("refused")).toMatchObject({ reason: expect.stringContaining("token") });
      await reader.closed;
      expect(reader.lines.items.join("")).not.toContain('"s1"');
    }
    // Version 1 is for everybody, as other readers of it expect, and has nothing that was said.
    const plain = await test.connect();
    expect(await plain.find("snapshot")).toMatchObject({ nodes: { a: {} } });
    plain.send({ type: "rpc", id: "1", method: "list_sessions" });
    plain.send({ type: "rpc", id: "2", method: "get_session_state", params: { session_id: "s1" } });
    await plain.find("rpc_result", 2);
    expect(plain.lines.items.join("")).not.toContain("what the user said");
  });

  it("is proved by a reader without being sent, and not to a stranger", async () => {
    await using test = await openTestFeed();
    test.state.touch("s1", "a", "read");
    const liar = await test.connect();
    liar.send({ ...HELLO, nonce: "1" });
    const challenge = await liar.find("challenge");
    // A proof that was seen elsewhere is of no use, nor is the server's own.
    liar.send({ type: "prove", proof: challenge["proof"] });
    await liar.find("refused");
    await liar.closed;
    const heard = createInbox<string>();
    const stranger = createServer((socket) => {
      socket.setEncoding("utf8").on("data", (text: string) => heard.push(text));
      socket.write(`${JSON.stringify({ type: "challenge", nonce: "2", proof: "0".repeat(64) })}\n`);
    });
    await once(stranger.listen(0, "127.0.0.1"), "listening");
    const states = createInbox<FeedReaderState>();
    const token = await tokenOf(test);
    const { port } = stranger.address() as AddressInfo;
    using reader = connectToFeed(
      { host: "127.0.0.1", port },
      { token, onMessage: () => undefined, onState: (state) => states.push(state) },
    );
    await states.find("refused", ({ type }) => type === "refused");
    expect(reader.state).toMatchObject({ type: "refused" });
    expect(heard.items.join("")).not.toContain(token);
    expect(heard.items.join("")).not.toContain("prove");
    stranger.close();
  });

  it("is needed for every change, in either version", async () => {
    await using test = await openTestFeed();
    const { state } = test;
    state.touch("s1", "a", "read");
    const reader = await test.connect();
    await reader.find("snapshot");
    const change = { type: "rpc", id: "1", method: "set_active_session", params: { session_id: "s1" } };
    reader.send(change);
    expect(await reader.find("rpc_error")).toMatchObject({
      error: { code: 400, message: expect.stringContaining("token") },
    });
    reader.send({ type: "rpc", id: "2", method: "close_session", params: { session_id: "s1" } });
    await reader.find("rpc_error", 2);
    reader.send({ type: "hello", version: 1, token: await tokenOf(test) });
    reader.send(change);
    expect(await reader.find("rpc_result")).toMatchObject({ id: "1", result: { active: { session_id: "s1" } } });
    reader.send({ type: "rpc", id: "3", method: "list_sessions" });
    expect(await reader.find("rpc_result", 2)).toMatchObject({ result: { active: { session_id: "s1" } } });
    reader.send({ type: "rpc", id: "4", method: "close_session", params: { session_id: "s1" } });
    await reader.find("rpc_result", 3);
    expect(await reader.find("delta")).toMatchObject({ removed: ["a"] });
    // It comes back, whole, when something happens in it.
    state.touch("s1", "b", "read");
    await reader.lines.find("it comes back", (line) => line.startsWith('{"type":"snapshot"') && line.includes('"b"'));
  });

  it("that is wrong ends the connection", async () => {
    await using test = await openTestFeed();
    test.state.touch("s1", "a", "read");
    const reader = await test.connect();
    reader.send({ ...HELLO, token: "0".repeat(64) });
    expect(await reader.find("refused")).toEqual({ type: "refused", reason: "The token is wrong" });
    await reader.closed;
    expect(reader.lines.items).toHaveLength(1);
  });

  it("is needed even to read where others than this machine can come", async () => {
    await using test = await openTestFeed({ host: "0.0.0.0", limits: { tokenWaitMs: 1_500 } });
    const token = await tokenOf(test);
    test.state.touch("s1", "a", "read");
    const silent = await test.connect();
    const asking = await test.connect();
    asking.send({ type: "request_snapshot" });
    asking.send({ type: "rpc", id: "1", method: "list_sessions" });
    const hello = await test.connect();
    hello.send(HELLO);
    await Promise.all([silent.closed, asking.closed, hello.closed]);
    for (const { lines } of [silent, asking, hello]) {
      expect(lines.items).toEqual([expect.stringContaining('"refused"')]);
    }
    const trusted = await test.connect();
    trusted.send({ ...HELLO, token });
    expect(await trusted.find("welcome")).toMatchObject({ mayChange: true });
    await trusted.find("ready");
    const plain = await test.connect();
    plain.send({ type: "hello", version: 1, token });
    await plain.find("snapshot");
  });

  it("is never asked of a publisher in clear, and nobody publishes without proving it", async () => {
    await using test = await openTestFeed();
    const fields = { turn: 1 };
    const published = { type: "session", agentId: "x", sessionId: "fake", seq: 1, fields, files: [] };
    const liar = await test.connect();
    liar.send({ ...HELLO, role: "publisher", nonce: "1" });
    const challenge = await liar.find("challenge");
    expect(JSON.stringify(challenge)).not.toContain(await tokenOf(test));
    liar.send({ type: "prove", publisherId: "p", proof: "0".repeat(64) });
    liar.send(published);
    await liar.find("refused");
    await liar.closed;
    const other = await test.connect();
    other.send(published);
    other.send({ type: "rpc", id: "1", method: "list_sessions" });
    expect(await other.find("rpc_result")).toMatchObject({ result: { sessions: [] } });
  });
});

describe("a reader of ours", () => {
  it("asks, filters, and learns of refusals", async () => {
    await using test = await openTestFeed();
    const { state, feed } = test;
    state.touch("s1", "a", "read");
    state.touch("s2", "b", "read");
    await state.ticked();
    const states = createInbox<FeedReaderState>();
    const types = createInbox<string>();
    using reader = connectToFeed(feed.address, {
      token: await tokenOf(test),
      onMessage: (message) =>
        types.push("sessionId" in message ? `${message.type} ${message.sessionId}` : message.type),
      onState: (each) => states.push(each),
    });
    await types.find("ready", (type) => type === "ready");
    expect(await reader.call("get_session_state", { session_id: "s1" })).toMatchObject({ nodes: { a: {} } });
    await expect(reader.call("close_session", { session_id: "s9" })).rejects.toMatchObject({ code: "usage" });
    await expect(reader.call("nothing")).rejects.toMatchObject({ message: expect.stringContaining("nothing") });
    reader.requestSnapshot("s2");
    await types.find("s2 again", (type) => type === "session s2", 2);
    reader.setFilter({ sessionId: "s2" });
    await reader.call("list_sessions");
    // What was on its way before the filter was heard of may have come.
    const heard = types.items.length;
    state.touch("s1", "c", "read");
    state.touch("s2", "d", "read");
    await types.find("a change", (type) => type === "change s2");
    expect(types.items.slice(heard)).not.toContain("change s1");
    reader.close();
    expect(states.items.map(({ type }) => type)).toEqual(["connected", "closed"]);
    await expect(reader.call("list_sessions")).rejects.toMatchObject({ code: "connection_closed" });
  });

  it("reads the plain format too, if asked to", async () => {
    await using test = await openTestFeed();
    const { state, feed, clock } = test;
    state.touch("s1", "a", "read", { turnAccessed: 2 });
    state.use("s1", { used: 5, size: 10 });
    const mirror = new FeedMirror();
    const applied = createInbox<string>();
    using reader = connectToFeed(feed.address, {
      version: 1,
      onMessage: (message) => {
        mirror.apply(message);
        applied.push(message.type);
      },
    });
    await applied.find("usage", (type) => type === "usage");
    state.touch("s1", "b", "write");
    state.removeFile("s1", "a");
    state.block("s1", "x", "write", clock.now());
    await applied.find("blocked", (type) => type === "blocked");
    reader.close();
    const [session] = mirror.sessions;
    expect([...(session?.files.keys() ?? [])]).toEqual(["b"]);
    expect(session).toMatchObject({ turn: 2, usage: { used: 5, size: 10 }, blocked: [{ path: "x", action: "write" }] });
  });

  it("says that nobody is there, and is there when somebody comes", async () => {
    await using first = await openTestFeed();
    const { address } = first.feed;
    await first.feed.close();
    const states = createInbox<FeedReaderState>();
    const options = {
      version: 1,
      onMessage: () => undefined,
      onState: (each: FeedReaderState) => states.push(each),
    } as const;
    using reader = connectToFeed(address, options);
    await states.find("away", ({ type }) => type === "away");
    await using second = await openTestFeed({ port: address.port });
    expect(second.feed.address).toEqual(address);
    await states.find("connected", ({ type }) => type === "connected");
    expect(reader.state).toEqual({ type: "connected" });
  });
});
