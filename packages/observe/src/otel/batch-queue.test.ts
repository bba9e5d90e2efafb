import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BatchQueue } from "./batch-queue.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function create(send: (batch: readonly number[]) => Promise<void>) {
  return new BatchQueue<number>({ itemsMax: 5, batchMax: 2, delayMs: 100, send });
}

describe("BatchQueue", () => {
  it("sends a few after a while, many at once", async () => {
    const batches: (readonly number[])[] = [];
    const queue = create((batch) => Promise.resolve(void batches.push(batch)));
    queue.add(1);
    await vi.advanceTimersByTimeAsync(99);
    expect(batches).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(batches).toEqual([[1]]);
    for (const item of [2, 3, 4]) queue.add(item);
    await vi.advanceTimersByTimeAsync(1);
    expect(batches).toEqual([[1], [2, 3]]);
    await vi.advanceTimersByTimeAsync(100);
    expect(batches).toEqual([[1], [2, 3], [4]]);
  });

  it("sends one batch at a time, and drops what does not fit meanwhile", async () => {
    const batches: (readonly number[])[] = [];
    let taken = (): void => undefined;
    const queue = create((batch) => {
      batches.push(batch);
      return new Promise((resolve) => (taken = resolve));
    });
    for (let item = 0; item < 2; item += 1) queue.add(item);
    await vi.advanceTimersByTimeAsync(1);
    for (let item = 2; item < 12; item += 1) queue.add(item);
    expect([batches, queue.length, queue.dropped]).toEqual([[[0, 1]], 5, 5]);
    taken();
    await vi.advanceTimersByTimeAsync(1);
    expect(batches).toEqual([[0, 1], [2, 3]]); // prettier-ignore
    taken();
  });

  it("sends everything when it is flushed, also what is on its way", async () => {
    const batches: (readonly number[])[] = [];
    const queue = create(async (batch) => {
      await Promise.resolve();
      batches.push(batch);
    });
    for (let item = 0; item < 5; item += 1) queue.add(item);
    await queue.flush();
    expect(batches).toEqual([[0, 1], [2, 3], [4]]); // prettier-ignore
    await queue.flush();
    expect(queue.length).toBe(0);
  });
});
