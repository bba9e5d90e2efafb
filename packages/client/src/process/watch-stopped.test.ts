import { expect, it } from "vitest";
import { createFakeTime } from "../testing/fake-time.ts";
import { watchStopped } from "./watch-stopped.ts";

it("tells once how long a process that is waited for has been stopped, although the clock is set back", () => {
  const time = createFakeTime();
  const told: number[] = [];
  let isStopped = true;
  let isWaitedFor = false;
  watchStopped({
    timers: time.timers,
    limits: { stoppedMs: 1_000 },
    isStopped: () => isStopped,
    isWaitedFor: () => isWaitedFor,
    onStopped: (forMs) => told.push(forMs),
  });
  time.advance(5_000);
  isWaitedFor = true;
  time.advance(1_500);
  isStopped = false;
  time.advance(1_000);
  expect(told).toEqual([]);
  isStopped = true;
  time.advance(1_000);
  time.setClockBack(3_600_000);
  time.advance(1_000);
  expect(told).toEqual([1_000]);
  time.advance(10_000);
  expect(told).toHaveLength(1);
  expect(time.pending).toBe(0);
});
