import { describe, expect, it } from "vitest";
import { median, toMeasure, toRatio } from "./statistics.ts";

describe("median", () => {
  it("is the middle sample, whatever the order", () => {
    expect(median([30, 1, 2])).toBe(2);
  });

  it("is half-way between the two in the middle of an even number", () => {
    expect(median([4, 1, 2, 100])).toBe(3);
  });

  it("is the sample itself when there is one", () => {
    expect(median([7])).toBe(7);
  });

  it("refuses to be made up", () => {
    expect(() => median([])).toThrow("at least one sample");
  });

  it("compares numbers, not their text", () => {
    expect(median([10, 9, 100])).toBe(10);
  });
});

describe("toMeasure", () => {
  it("keeps the samples as they were taken", () => {
    expect(toMeasure([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3, samples: [3, 1, 2] });
  });
});

describe("toRatio", () => {
  it("compares within a round, so that one slow round does not count", () => {
    const { median: middle, samples } = toRatio([1, 10, 3], [4, 40, 6]);
    expect(samples).toEqual([0.25, 0.25, 0.5]);
    expect(middle).toBe(0.25);
  });

  it("refuses samples that have no partner", () => {
    expect(() => toRatio([1, 2], [1])).toThrow("as many samples");
  });
});
