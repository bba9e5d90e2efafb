import { once } from "node:events";
import { createConnection, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import type { FakeWatchState } from "./testing/fake-watch-state.ts";
import { openTestFeed, type TestFeed } from "./testing/open-test-feed.ts";
import type { RawReader } from "./testing/raw-reader.ts";

/** So that a reader falls behind sooner. */
const TICK_MS = 10;

const LONG = "x".repeat(2_000);
/** Together they are several times what any system keeps for one connection. */
const FLOODS = 10;

function flood(state: FakeWatchState, round: number): void {
  for (let index = 0; index < 1_000; index += 1) state.touch("s1", `${LONG}/${index}`, "read", { atMs: round });
}

async function connectSilently({ feed }: TestFeed): Promise<Socket> {
  const socket = createConnection(feed.address.port, feed.address.host).pause();
  await once(socket, "connect");
  return socket;
}

describe("readers", () => {
  it("hear at most once per tick", async () => {
    await using test = await openTestFeed();
    const reader = await test.connect();
    test.state.touch("s1", "a", "read");
    await reader.find("snapshot");
    const began = performance.now();
    const timer = setInterval(() => test.state.touch("s1", "a", "write"), 1);
    await reader.find("delta", 10);
    clearInterval(timer);
    // Ten deltas have nine gaps between them; a timer may be a little early.
    expect(performance.now() - began).toBeGreaterThan(9 * 100 * 0.9);
  });

  it("that are slow get a fresh snapshot instead of the missed changes, and delay no other reader", async () => {
    await using test = await openTestFeed({ limits: { behindBytesMax: 64 * 1024, tickMs: TICK_MS } });
    const { state } = test;
    const fast = await test.connect();
    const slow = await test.connect();
    flood(state, 0);
    await Promise.all([fast.find("snapshot"), slow.find("snapshot")]);
    slow.socket.pause();
    const rounds = FLOODS;
    for (let round = 1; round <= rounds; round += 1) {
      flood(state, round);
      await fast.find("delta", round);
    }
    const seq = (JSON.parse(fast.lines.items.at(-1) ?? "") as { seq: number }).seq;
    slow.socket.resume();
    const { nodes, ...head } = await slow.find("snapshot", 2);
    expect(head["seq"]).toBe(seq);
    expect(Object.values(nodes as Record<string, { timestamp_ms: number }>).map((node) => node.timestamp_ms)).toEqual(
      Array.from({ length: 1_000 }, () => rounds),
    );
    const missed = fast.lines.items.length - slow.lines.items.length;
    expect(missed).toBeGreaterThan(5);
    // From here on it is a reader as any other.
    state.touch("s1", "after", "write");
    const after = await fast.find("delta", rounds + 1);
    await slow.lines.find("the same", (line) => line.includes('"after"'));
    expect(after["seq"]).toBe(seq + 1);
  });

  it("that never read are cut off, and cost no more than a bound until then", async () => {
    await using test = await openTestFeed({ limits: { behindBytesMax: 64 * 1024, stalledMs: 1_000, tickMs: TICK_MS } });
    const { state } = test;
    const fast = await test.connect();
    const silent = await connectSilently(test);
    // A paused socket hears nothing; it finds out when it writes.
    silent.on("error", () => undefined);
    const closed = new Promise((resolve) => silent.once("close", resolve));
    const prodder = setInterval(() => silent.write("\n"), 50);
    flood(state, 0);
    await fast.find("snapshot");
    // One delta after the other, as fast as the other reader takes them; it is behind after the large ones.
    for (let round = 1; !silent.destroyed; round += 1) {
      if (round <= FLOODS) flood(state, round);
      else state.touch("s1", "small", "read", { atMs: round });
      await fast.find("delta", round);
    }
    await closed;
    clearInterval(prodder);
    expect(fast.socket.destroyed).toBe(false);
  });

  it("are refused with a reason when there are too many, and accepted when there is room again", async () => {
    await using test = await openTestFeed({ limits: { readersMax: 3 } });
    test.state.touch("s1", "a", "read");
    const readers: RawReader[] = [];
    for (let index = 0; index < 3; index += 1) readers.push(await test.connect());
    await Promise.all(readers.map((reader) => reader.find("snapshot")));
    const late = await test.connect();
    expect(await late.find("refused")).toEqual({ type: "refused", reason: expect.stringContaining("Too many") });
    await late.closed;
    readers[0]?.socket.destroy();
    await readers[0]?.closed;
    let next = await test.connect();
    while ((await next.lines.find("an answer", () => true)).includes("refused")) next = await test.connect();
    await next.find("snapshot");
  });

  it("may come and go by the thousands", async () => {
    await using test = await openTestFeed({ limits: { readersMax: 32 } });
    test.state.touch("s1", "a", "read");
    const watcher = await test.connect();
    await watcher.find("snapshot");
    const { port, host } = test.feed.address;
    const visit = async (): Promise<void> => {
      const socket = createConnection(port, host)
        .on("error", () => undefined)
        .resume();
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket.once("connect", () => socket.end('{"type":"request_snapshot"}\n'));
      await closed;
    };
    for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 100 }, visit));
    test.state.touch("s1", "b", "read");
    expect(await watcher.find("delta")).toMatchObject({ updates: [{ path: "b" }] });
    const after = await test.connect();
    await after.find("snapshot");
  });

  it("get what they asked for when they hang up after asking", async () => {
    await using test = await openTestFeed();
    test.state.touch("s1", "a", "read");
    const reader = await test.connect();
    reader.socket.end('{"type":"rpc","id":"1","method":"list_sessions"}\n');
    await reader.closed;
    expect(reader.lines.items.some((line) => line.startsWith('{"type":"rpc_result","id":"1"'))).toBe(true);
  });
});

describe("what is no reader", () => {
  it.each([
    ["a browser", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"],
    ["a form that smuggles a call", 'POST / HTTP/1.1\r\n\r\n{"type":"request_snapshot"}\n'],
    ["a browser that is late with its request", '\n\nGET / HTTP/1.1\r\n\r\n{"type":"request_snapshot"}\n'],
    ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["TLS", "\u0016\u0003\u0001\u0002\u0000\u0001"],
  ])("is closed at once, without a word: %s", async (_who, text) => {
    await using test = await openTestFeed({ limits: { helloWaitMs: 5_000 } });
    test.state.touch("s1", "a", "read");
    const visitor = await test.connect();
    visitor.send(text);
    await visitor.closed;
    expect(visitor.lines.items).toEqual([]);
  });

  it("does no harm with garbage, and may not go on for ever", async () => {
    await using test = await openTestFeed({ limits: { malformedMax: 50 } });
    const { state } = test;
    state.touch("s1", "a", "read");
    const reader = await test.connect();
    await reader.find("snapshot");
    const bytes = Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 7 + 3) % 256));
    reader.socket.write(bytes);
    reader.send('\n[1,2]\nnull\n{}\n{"type":"rpc"}\n{"type":"delta"}\n');
    reader.send(`{"type":"rpc","id":"${"i".repeat(70_000)}"}\n`);
    reader.send({ type: "rpc", id: "1", method: "list_sessions" });
    await reader.find("rpc_result");
    const wild = await test.connect();
    wild.send("garbage\n".repeat(100));
    await wild.closed;
    state.touch("s1", "b", "read");
    expect(await reader.find("delta")).toMatchObject({ updates: [{ path: "b" }] });
  });

  it("may send a line without an end", async () => {
    await using test = await openTestFeed();
    test.state.touch("s1", "a", "read");
    const endless = await test.connect();
    const chunk = Buffer.alloc(1024 * 1024, "x");
    for (let index = 0; index < 32; index += 1) {
      if (!endless.socket.write(chunk)) await once(endless.socket, "drain");
    }
    endless.send('\n{"type":"rpc","id":"1","method":"list_sessions"}\n');
    expect(await endless.find("rpc_result")).toMatchObject({ id: "1" });
  });
});
