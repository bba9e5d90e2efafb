import { expect, it } from "vitest";
import { createFakeTime } from "../testing/fake-time.ts";
import { watchSilence } from "./silence-watch.ts";

it("raises at each multiple of the time, from what last happened", () => {
  const time = createFakeTime();
  const raised: number[] = [];
  let last = time.timers.now();
  let isExcused = false;
  const stop = watchSilence({
    timers: time.timers,
    everyMs: 100,
    since: () => last,
    isExcused: () => isExcused,
    raise: (forMs) => raised.push(forMs),
  });
  time.advance(150);
  time.setClockBack(3_600_000);
  time.advance(100);
  expect(raised).toEqual([100, 200]);
  last = time.timers.now();
  time.advance(99);
  expect(raised).toEqual([100, 200]);
  time.advance(1);
  expect(raised).toEqual([100, 200, 100]);
  isExcused = true;
  time.advance(1_000);
  expect(raised).toHaveLength(3);
  isExcused = false;
  last = time.timers.now();
  time.advance(100);
  expect(raised).toEqual([100, 200, 100, 100]);
  stop();
  time.advance(10_000);
  expect(raised).toHaveLength(4);
  expect(time.pending).toBe(0);
});
