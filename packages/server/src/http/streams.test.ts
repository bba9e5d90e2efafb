// Streams of events on real sockets: what is sent arrives, and a slow reader harms only itself.
import { eventLoopSettled } from "@parley/test-support";
import { openTestServer } from "@parley/test-support/server";
import { once } from "node:events";
import { expect, it } from "vitest";
import type { ServerLimits } from "../limits.ts";
import { readEvents } from "../testing/read-events.ts";
import { createSmallDialect } from "../testing/small-dialect.ts";
import type { EventStream } from "./event-stream.ts";

async function open(limits: Partial<ServerLimits> = {}) {
  const dialect = createSmallDialect();
  const server = await openTestServer({ dialects: [dialect.create], limits });
  const read = (options?: { isPaused?: boolean }) => readEvents(`${server.url}/small/events`, server.token, options);
  return {
    server,
    nextStream: () => dialect.nextStream(),
    read,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const BIG = "x".repeat(32 * 1024);

/** Sends while there is room, and waits while there is none. */
async function sendMany(stream: EventStream, count: number): Promise<void> {
  let wake: () => void = () => undefined;
  stream.onDrain(() => wake());
  stream.signal.addEventListener("abort", () => wake(), { once: true });
  for (let id = 1; id <= count && !stream.signal.aborted; id += 1) {
    const isWoken = new Promise<void>((resolve) => (wake = resolve));
    if (!stream.send({ id, data: BIG }) && !stream.signal.aborted) await isWoken;
  }
}

it("sends the headers immediately, events as they arrive, and ends", async () => {
  await using place = await open();
  const reader = await place.read();
  expect(reader.incoming.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache, no-transform",
  });
  const stream = await place.nextStream();
  expect(stream.send({ data: "one", id: 1 })).toBe(true);
  await reader.until("data: one");
  stream.sendAll([{ data: "two", id: 2, event: "turn" }, { data: "three" }]);
  stream.end();
  expect(await reader.over).toBe("ended");
  expect(reader.text).toBe("id: 1\ndata: one\n\nid: 2\nevent: turn\ndata: two\n\ndata: three\n\n");
  expect(stream.signal.aborted).toBe(true);
  expect(stream.send({ data: "late" })).toBe(false);
});

it("reports when the reader has disconnected", async () => {
  await using place = await open();
  const reader = await place.read();
  const { signal } = await place.nextStream();
  const gone = once(signal, "abort");
  reader.close();
  await gone;
  expect(signal.aborted).toBe(true);
});

it("keeps a quiet connection alive", async () => {
  await using place = await open({ streamKeepAliveMs: 20, streamSweepMs: 5 });
  const reader = await place.read();
  expect(await reader.until(":\n\n:\n\n:\n\n")).toMatch(/^(?::\n\n)+$/);
  reader.close();
});

it("disconnects a reader that does not read, while another gets everything", async () => {
  await using place = await open({ streamFullMs: 300, streamSweepMs: 20 });
  const slow = await place.read({ isPaused: true });
  const slowStream = await place.nextStream();
  const quick = await place.read();
  const quickStream = await place.nextStream();

  const cutOff = once(slowStream.signal, "abort");
  const count = 600;
  await Promise.all([sendMany(slowStream, 100_000), sendMany(quickStream, count), cutOff]);
  quickStream.send({ data: "last" });
  quickStream.end();

  expect(await quick.over).toBe("ended");
  expect(quick.text.match(/^id: /gm)).toHaveLength(count);
  expect(quick.text).toContain(`id: ${count}\n`);
  slow.incoming.resume();
  expect(await slow.over).toBe("broken");
});

it("does not disconnect a reader because the server itself was busy", async () => {
  await using place = await open({ streamFullMs: 300, streamSweepMs: 20, streamBytesMax: 64 * 1024 * 1024 });
  const reader = await place.read();
  const stream = await place.nextStream();
  const count = 512;
  // More than the system takes, before the reader has its turn.
  for (let id = 1; id <= count; id += 1) {
    stream.send({ id, data: BIG });
    await new Promise<void>((resolve) => process.nextTick(resolve));
  }
  const busyUntilMs = performance.now() + 400;
  while (performance.now() < busyUntilMs);
  await eventLoopSettled();
  stream.end();
  expect(await reader.over).toBe("ended");
  expect(reader.text.match(/^id: /gm)).toHaveLength(count);
});

it("disconnects a reader whose sender does not wait", async () => {
  await using place = await open({ streamBytesMax: 1024 * 1024 });
  const reader = await place.read({ isPaused: true });
  const stream = await place.nextStream();
  let sent = 0;
  while (!stream.signal.aborted && sent < 10_000) {
    stream.send({ data: BIG });
    sent += 1;
  }
  expect(stream.signal.aborted).toBe(true);
  expect(sent * BIG.length).toBeLessThan(16 * 1024 * 1024);
  reader.incoming.resume();
  expect(await reader.over).toBe("broken");
});

it("limits the number of open streams", async () => {
  await using place = await open({ streamsMax: 1 });
  const first = await place.read();
  await place.nextStream();
  const second = await place.server.fetch("/small/events");
  expect([second.status, second.headers.get("retry-after")]).toEqual([429, "5"]);
  expect(await second.json()).toMatchObject({ code: "limit_reached" });
  first.close();
});

it("sends only the headers for a HEAD request", async () => {
  await using place = await open();
  const response = await place.server.fetch("/small/events", { method: "HEAD" });
  expect([response.status, await response.text()]).toEqual([200, ""]);
  expect((await place.nextStream()).signal.aborted).toBe(true);
});
