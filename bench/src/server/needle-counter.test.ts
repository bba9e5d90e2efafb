import { expect, test } from "vitest";
import { NeedleCounter } from "./needle-counter.ts";

test("needles are counted once, wherever the stream is cut", () => {
  const bytes = Buffer.from("--ab-ab---abab-a");
  for (let size = 1; size <= bytes.length; size += 1) {
    const counter = new NeedleCounter("ab");
    for (let from = 0; from < bytes.length; from += size) counter.take(bytes.subarray(from, from + size));
    expect(counter.count).toBe(4);
  }
});

test("overlapping ones count once", () => {
  const counter = new NeedleCounter("\n\n");
  for (const part of ["\n", "\n", "\n", "\n"]) counter.take(Buffer.from(part));
  expect(counter.count).toBe(2);
});
