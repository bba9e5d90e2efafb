import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Deadlines } from "./deadlines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch(): { deadlines: Deadlines<string>; expired: string[] } {
  const expired: string[] = [];
  return { deadlines: new Deadlines((key) => expired.push(key)), expired };
}

it("expires each key at its own time, in any order of setting", () => {
  const { deadlines, expired } = watch();
  deadlines.set("late", 300);
  deadlines.set("early", 100);
  deadlines.set("middle", 200);
  vi.advanceTimersByTime(99);
  expect(expired).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(expired).toEqual(["early"]);
  vi.advanceTimersByTime(100);
  expect(expired).toEqual(["early", "middle"]);
  vi.advanceTimersByTime(100);
  expect(expired).toEqual(["early", "middle", "late"]);
});

it("forgets a key that was deleted and moves one that was set again", () => {
  const { deadlines, expired } = watch();
  deadlines.set("answered", 100);
  deadlines.set("moved", 100);
  deadlines.delete("answered");
  deadlines.set("moved", 500);
  vi.advanceTimersByTime(499);
  expect(expired).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(expired).toEqual(["moved"]);
});

it("uses one timer for a thousand deadlines, and none once they are over", () => {
  const { deadlines, expired } = watch();
  for (let index = 0; index < 1_000; index += 1) {
    deadlines.set(`k${index}`, 1_000);
    deadlines.delete(`k${index}`);
    vi.advanceTimersByTime(10);
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
  }
  vi.advanceTimersByTime(2_000);
  expect(vi.getTimerCount()).toBe(0);
  expect(expired).toEqual([]);
});

it("has no deadline for a wait that no timer can count", () => {
  const { deadlines } = watch();
  deadlines.set("for ever", Number.POSITIVE_INFINITY);
  deadlines.set("too long", 2 ** 31);
  expect(vi.getTimerCount()).toBe(0);
});

it("lets a handler set deadlines while others expire", () => {
  const expired: string[] = [];
  const deadlines: Deadlines<string> = new Deadlines((key) => {
    expired.push(key);
    if (key === "first") deadlines.set("grace", 50);
  });
  deadlines.set("first", 10);
  deadlines.set("second", 10);
  vi.advanceTimersByTime(60);
  expect(expired).toEqual(["first", "second", "grace"]);
});

it("keeps a process alive only while there is something to wait for", () => {
  vi.useRealTimers();
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  const { deadlines } = watch();
  deadlines.set("pending", 60_000);
  expect(timers()).toBe(before + 1);
  deadlines.delete("pending");
  expect(timers()).toBe(before);
  deadlines.set("pending again", 90_000);
  expect(timers()).toBe(before + 1);
  deadlines.stop();
  expect(timers()).toBe(before);
});
