// Buckets fill with time, up to the burst, and only so many are kept.
import { expect, it } from "vitest";
import { createRateLimit } from "./rate-limit.ts";

it("allows a burst, then refills over time", () => {
  let nowMs = 0;
  const limit = createRateLimit({ perSecond: 2, burst: 2, bucketsMax: 10, now: () => nowMs });
  expect([limit.take("a"), limit.take("a"), limit.take("a")]).toEqual([undefined, undefined, 1]);
  expect(limit.take("b")).toBeUndefined();
  nowMs = 500;
  expect([limit.take("a"), limit.take("a")]).toEqual([undefined, 1]);
  nowMs = 60_000;
  expect([limit.take("a"), limit.take("a"), limit.take("a")]).toEqual([undefined, undefined, 1]);
});

it("forgets the oldest caller if there are too many", () => {
  const limit = createRateLimit({ perSecond: 0.001, burst: 1, bucketsMax: 2, now: () => 0 });
  for (const who of ["a", "b", "c"]) expect(limit.take(who)).toBeUndefined();
  expect(limit.take("c")).toBeGreaterThan(0);
  expect(limit.take("a")).toBeUndefined();
});

it("does not forget a caller that keeps asking, even with many others", () => {
  const limit = createRateLimit({ perSecond: 0.001, burst: 1, bucketsMax: 3, now: () => 0 });
  expect(limit.take("busy")).toBeUndefined();
  for (let other = 0; other < 100; other += 1) {
    limit.take(`other ${other}`);
    expect(limit.take("busy")).toBeGreaterThan(0);
  }
});
