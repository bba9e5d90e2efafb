// When a request is tried again, and when no more.
import { describe, expect, it } from "vitest";
import { Retries } from "./retries.ts";

function allDelays(retries: Retries, afterMs?: number): number[] {
  const delays: number[] = [];
  for (let delay = retries.next(afterMs); delay !== undefined; delay = retries.next(afterMs)) delays.push(delay);
  return delays;
}

describe("the wait before the next try", () => {
  it("doubles, up to the longest", () => {
    const limits = { attemptsMax: 7, retryFirstMs: 100, retryLongestMs: 1_000, retryTotalMs: 60_000 };
    expect(allDelays(new Retries(limits, () => 0))).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  it("is shortened by chance, by a quarter at most", () => {
    const limits = { attemptsMax: 3, retryFirstMs: 100 };
    expect(allDelays(new Retries(limits, () => 1))).toEqual([75, 150]);
    expect(allDelays(new Retries(limits, () => 0.5))).toEqual([88, 175]);
  });

  it("is what the provider says, never less", () => {
    expect(allDelays(new Retries({ attemptsMax: 3 }, () => 1), 7_000)).toEqual([7_000, 7_000]);
    expect(allDelays(new Retries({ attemptsMax: 2, retryFirstMs: 100 }, () => 0), 0)).toEqual([100]);
  });

  it("is given up when all of them would be too long", () => {
    expect(allDelays(new Retries({ retryTotalMs: 10_000 }, () => 0), 4_000)).toEqual([4_000, 4_000]);
    expect(new Retries({ retryTotalMs: 10_000 }).next(10_001)).toBeUndefined();
  });

  it("counts the tries that failed", () => {
    const retries = new Retries({ attemptsMax: 1 });
    expect(retries.next(undefined)).toBeUndefined();
    expect(retries.attempt).toBe(1);
  });
});
