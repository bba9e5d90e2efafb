import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createNdjsonTransport } from "./ndjson.ts";
import { createPeer } from "./peer.ts";
import { createSide, joinByStreams, rejectionOf, transports } from "./testing/peers.ts";
import { Queue, settled, watch } from "./testing/queue.ts";
import { createRawPeer } from "./testing/raw-peer.ts";

const note = (params: unknown): unknown => ({ jsonrpc: "2.0", method: "note", params });

describe("reading", () => {
  it("pauses while unfinished notifications hold too many bytes, and resumes when half of them are done", async () => {
    const finish: (() => void)[] = [];
    const { peer, input, say } = createRawPeer({
      limits: { notificationBytesHigh: 1_000 },
      notifications: { note: () => new Promise<void>((resolve) => finish.push(resolve)) },
    });
    const text = "x".repeat(200);
    for (let count = 0; count < 10; count += 1) {
      say(note(text));
      await settled();
    }
    // Each line has about 240 bytes: the fifth passes the limit.
    expect(finish).toHaveLength(5);
    expect(input.isPaused()).toBe(true);
    finish[0]?.();
    finish[1]?.();
    await settled();
    expect(finish).toHaveLength(5);
    finish[2]?.();
    await settled();
    expect(finish.length).toBeGreaterThan(5);
    for (let done = 3; done < 10; done += 1) {
      finish[done]?.();
      await settled();
    }
    expect(finish).toHaveLength(10);
    expect(input.isPaused()).toBe(false);
    await peer.close();
  });

  it("does not start again when a handler finishes after the connection was closed", async () => {
    let finish: () => void = () => undefined;
    const { peer, input, say } = createRawPeer({
      limits: { notificationBytesHigh: 10 },
      notifications: {
        note: () =>
          new Promise<void>((resolve) => {
            finish = resolve;
          }),
      },
    });
    say(note(1));
    await settled();
    await peer.close();
    finish();
    await settled();
    expect(input.isPaused()).toBe(true);
  });

  it("is never paused by requests in flight; those over the limit get an error", async () => {
    const answers: (() => void)[] = [];
    const { peer, input, say, written } = createRawPeer({
      limits: { inboundRequestsMax: 3, notificationBytesHigh: 10 },
      requests: { ask: () => new Promise<void>((resolve) => answers.push(resolve)) },
    });
    say(...[1, 2, 3, 4].map((id) => ({ jsonrpc: "2.0", id, method: "ask", params: "x".repeat(500) })));
    expect(await written.next()).toEqual({
      jsonrpc: "2.0",
      id: 4,
      error: { code: -32603, message: "Too many requests in flight (limit 3); wait for answers first" },
    });
    // A slow machine may hold the input back for one turn of the event loop, as after every long slice of work.
    await settled();
    expect(input.isPaused()).toBe(false);
    answers[0]?.();
    expect(await written.next()).toMatchObject({ id: 1, result: null });
    say({ jsonrpc: "2.0", id: 5, method: "ask" });
    await settled();
    expect(answers).toHaveLength(4);
    await peer.close();
  });

  it.each(transports)("does not deadlock over %s when handlers on both sides await each other", async (_, join) => {
    const [left, right] = join();
    const limits = { notificationBytesHigh: 10 };
    const down = (side: () => ReturnType<typeof createSide>) => async (params: unknown) => {
      const depth = Number(params);
      return depth === 0 ? "bottom" : side().peer.request("down", depth - 1);
    };
    const a = createSide(left, { limits, requests: { down: down(() => a) } });
    const b = createSide(right, { limits, requests: { down: down(() => b) } });
    const all = await Promise.all(Array.from({ length: 20 }, () => a.peer.request("down", 10)));
    expect(new Set(all)).toEqual(new Set(["bottom"]));
    await a.peer.close();
    await b.peer.closed;
  });
});

describe("writing", () => {
  it("puts the messages of one tick into one write, answers to one chunk included", async () => {
    const { peer, output, say, written } = createRawPeer({ requests: { echo: (params) => params } });
    const chunks: string[] = [];
    output.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
    peer.notify("a");
    void peer.request("b").catch(() => undefined);
    peer.notify("c");
    for (let count = 0; count < 3; count += 1) await written.next();
    expect(chunks.map((chunk) => chunk.split("\n").length - 1)).toEqual([3]);
    say(...[1, 2, 3, 4].map((id) => ({ jsonrpc: "2.0", id, method: "echo" })));
    for (let count = 0; count < 4; count += 1) await written.next();
    expect(chunks.map((chunk) => chunk.split("\n").length - 1)).toEqual([3, 4]);
    await peer.close();
  });

  it("says when it is full, and when there is room again", async () => {
    const output = new PassThrough({ highWaterMark: 1_000 });
    const peer = createPeer(createNdjsonTransport(new PassThrough(), output));
    expect(peer.notify("note", "x".repeat(2_000))).toBe("sent");
    await settled();
    expect(peer.notify("note", 2)).toBe("full");
    const drained = peer.drained();
    const watched = watch(drained);
    await settled();
    expect(watched.isSettled).toBe(false);
    const lines: string[] = [];
    output.on("data", (chunk: Buffer) => lines.push(...chunk.toString().trim().split("\n")));
    await drained;
    await settled();
    expect(lines).toHaveLength(2);
    expect(peer.notify("note", 3)).toBe("sent");
    await peer.close();
  });

  it("closes the connection when the other side never reads again", async () => {
    const output = new PassThrough({ highWaterMark: 100 });
    const limits = { outboundBytesMax: 10_000 };
    const peer = createPeer(createNdjsonTransport(new PassThrough(), output, { limits }));
    const pending = rejectionOf(peer.request("ask", "x".repeat(200)));
    await settled();
    let outcome = peer.notify("note");
    let sent = 0;
    while (outcome === "full" && sent < 1_000) {
      outcome = peer.notify("note", "x".repeat(100));
      sent += 1;
    }
    expect(outcome).toBe("closed");
    expect(sent).toBeLessThan(100);
    expect(await peer.closed).toMatchObject({ code: "connection_overflow" });
    expect(await pending).toMatchObject({ code: "connection_overflow", message: expect.stringContaining("ask") });
    expect(peer.notify("note")).toBe("closed");
  });

  it("keeps a flood in step with its reader when the sender waits for drained()", async () => {
    const [left, right] = joinByStreams();
    const received = new Queue<string>();
    createSide(left, {
      limits: { notificationBytesHigh: 2_000 },
      notifications: {
        note: async () => {
          await settled();
          received.push("note");
        },
      },
    });
    const { peer } = createSide(right);
    for (let count = 0; count < 2_000; count += 1) {
      if (peer.notify("note", "x".repeat(100)) === "full") await peer.drained();
    }
    await peer.close();
    for (let count = 0; count < 2_000; count += 1) await received.next();
    expect(received.waiting).toEqual([]);
  });
});
