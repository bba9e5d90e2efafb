import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { wait } from "./wait.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("resolves after its time", async () => {
  let isOver = false;
  const waiting = wait(5_000, new AbortController().signal).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver).toBe(true);
  await waiting;
});

it("resolves at once when aborted, also before it began", async () => {
  const abort = new AbortController();
  const waiting = wait(5_000, abort.signal);
  abort.abort();
  await waiting;
  await wait(5_000, abort.signal);
  expect(vi.getTimerCount()).toBe(0);
});
