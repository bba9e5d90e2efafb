import { describe, expect, it } from "vitest";
import { durationMs, WorkClock } from "./work-clock.ts";

describe("WorkClock", () => {
  it("stands still while a question is open", () => {
    const clock = new WorkClock();
    const start = clock.stamp(1_000);
    clock.asked(1, 3_000);
    expect(durationMs(clock.timingSince(start), 50_000)).toBe(2_000);
    clock.settled(1, 63_000);
    expect(durationMs(clock.timingSince(start), 64_000)).toBe(3_000);
    expect(durationMs(clock.timingBetween(start, 65_000), 99_000)).toBe(4_000);
  });

  it("counts time with several open questions once", () => {
    const clock = new WorkClock();
    const start = clock.stamp(0);
    clock.asked(1, 100);
    clock.asked(2, 200);
    clock.settled(1, 500);
    clock.settled(1, 550);
    clock.settled(2, 600);
    expect(durationMs(clock.timingBetween(start, 1_000), 0)).toBe(500);
  });

  it("has nothing to count for what starts or ends while a question is open", () => {
    const clock = new WorkClock();
    const before = clock.stamp(0);
    clock.asked(1, 100);
    const during = clock.stamp(150);
    expect(durationMs(clock.timingSince(during), 400)).toBe(0);
    expect(durationMs(clock.timingBetween(before, 400), 0)).toBe(100);
    clock.settleAll(500);
    expect(durationMs(clock.timingBetween(during, 700), 0)).toBe(200);
    expect(durationMs(clock.timingBetween(before, 700), 0)).toBe(300);
  });

  it("is not confused by a clock that went back", () => {
    const clock = new WorkClock();
    clock.asked(1, 1_000);
    clock.settled(1, 500);
    expect(durationMs(clock.timingBetween(clock.stamp(600), 400), 0)).toBe(0);
  });
});
