import { describe, expect, it } from "vitest";
import { BATCH_CHARS_MAX, BATCH_EVENTS_MAX } from "../store-limits.ts";
import { cutBatch } from "./cut-batch.ts";

const cut = (lines: readonly string[]): number[] => {
  const pieces = [...cutBatch(lines)];
  expect(pieces.flat()).toEqual(lines);
  return pieces.map((piece) => piece.length);
};

describe("cutBatch", () => {
  it("leaves a short batch as it is", () => {
    expect(cut([])).toEqual([]);
    expect(cut(["a"])).toEqual([1]);
    const lines = ["a", "b"];
    expect([...cutBatch(lines)][0]).toBe(lines);
  });

  it("limits the events of a piece", () => {
    expect(cut(Array.from({ length: BATCH_EVENTS_MAX * 2 + 1 }, String))).toEqual([
      BATCH_EVENTS_MAX,
      BATCH_EVENTS_MAX,
      1,
    ]);
  });

  it("limits the characters of a piece, unless one event has more", () => {
    const [half, huge] = ["x".repeat(BATCH_CHARS_MAX / 2), "x".repeat(BATCH_CHARS_MAX * 2)];
    expect(cut([half, half, half, half])).toEqual([2, 2]);
    expect(cut([half, half, "x"])).toEqual([2, 1]);
    expect(cut(["x", huge, "x"])).toEqual([1, 1, 1]);
    expect(cut([huge])).toEqual([1]);
  });

  it("refuses an event that would count as two", () => {
    expect(() => [...cutBatch(["a", "b\nc"])]).toThrow(expect.objectContaining({ code: "bad_input" }));
  });
});
