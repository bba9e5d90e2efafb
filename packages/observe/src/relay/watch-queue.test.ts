import { createFakeClock } from "@parley/test-support";
import { expect, test } from "vitest";
import type { Frame } from "../frames/frame.ts";
import { WatchQueue } from "./watch-queue.ts";

interface Watched {
  readonly queue: WatchQueue;
  readonly frames: Frame[];
  told: number;
}

function watch(onFrame: () => void = () => undefined): Watched {
  const frames: Frame[] = [];
  const watched: Watched = {
    frames,
    told: 0,
    queue: new WatchQueue({
      onFrame: (frame) => {
        frames.push(frame);
        onFrame();
      },
      onLost: (count) => (watched.told += count),
    }),
  };
  return watched;
}

test("nothing is looked at while it is pushed", async () => {
  const { queue, frames } = watch();
  queue.push("to_agent", Buffer.from("{}\n"));
  expect(frames).toEqual([]);
  await queue.settled();
  expect(frames).toHaveLength(1);
});

test("a frame has the time at which it passed, not the time of the analysis", async () => {
  const clock = createFakeClock();
  const passedAtMs = clock.now();
  const frames: Frame[] = [];
  const queue = new WatchQueue({ onFrame: (frame) => frames.push(frame), clock });
  queue.push("to_agent", Buffer.from("{}\n"));
  clock.advance(1_000);
  await queue.settled();
  expect(frames[0]?.atMs).toBe(passedAtMs);
});

test("twenty thousand messages at once are all seen", async () => {
  const { queue, frames } = watch();
  const line = Buffer.from(`{"jsonrpc":"2.0","method":"session/update","params":{"text":"${"x".repeat(100)}"}}\n`);
  for (let index = 0; index < 20_000; index += 1) queue.push(index % 2 === 0 ? "to_agent" : "to_client", line);
  await queue.settled();
  expect(frames).toHaveLength(20_000);
  expect(queue.lost).toBe(0);
});

test("above the bound messages are lost; each is counted once, and those that are seen are whole", async () => {
  const watched = watch();
  const { queue, frames } = watched;
  const text = Array.from(
    { length: 300_000 },
    (_, index) => `{"index":${index},"text":"${"x".repeat(index % 97)}"}\n`,
  ).join("");
  const bytes = Buffer.from(text);
  // Chunks that end anywhere, in both directions.
  for (let at = 0; at < bytes.length; at += 10_007) {
    queue.push("to_agent", bytes.subarray(at, at + 10_007));
    queue.push("to_client", bytes.subarray(at, at + 10_007));
    if (at % 70_049 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  queue.end("to_agent");
  queue.end("to_client");
  await queue.settled();
  expect(queue.lost).toBeGreaterThan(0);
  expect(frames.length + queue.lost).toBe(600_000);
  expect(watched.told).toBe(queue.lost);
  expect(frames.every(({ message }) => message !== undefined)).toBe(true);
});

test("a line of a gigabyte is not lost, and takes no room", async () => {
  const { queue, frames } = watch();
  const chunk = Buffer.alloc(2 ** 16, "x");
  queue.push("to_agent", Buffer.from('{"a":1}\n{"long":"'));
  for (let index = 0; index < 2 ** 14; index += 1) queue.push("to_agent", chunk);
  queue.push("to_agent", Buffer.from('"}\n{"b":2}\n'));
  await queue.settled();
  expect(frames.map(({ byteLength }) => byteLength)).toEqual([7, 9 + 2 ** 30 + 2, 7]);
  expect(frames[1]?.head).toMatch(/^\{"long":"x{4087}$/);
  expect([frames[0]?.message, frames[2]?.message, queue.lost]).toEqual([{ a: 1 }, { b: 2 }, 0]);
});

test("a forward waits for one message at most that takes long to look at", async () => {
  let turns = 0;
  const { queue } = watch(() => {
    const until = performance.now() + 2;
    while (performance.now() < until);
  });
  for (let index = 0; index < 60; index += 1) queue.push("to_agent", Buffer.from("{}\n"));
  const ticker = setInterval(() => (turns += 1), 1);
  await queue.settled();
  clearInterval(ticker);
  expect(turns).toBeGreaterThan(20);
});
