import { afterEach, describe, expect, it, vi } from "vitest";
import { LineSplitter } from "./line-splitter.ts";

const MIB = 1024 * 1024;

/** How many bytes are copied while a line of this length arrives byte by byte. */
function countCopied(length: number): number {
  const lines: number[] = [];
  const set = vi.spyOn(Uint8Array.prototype, "set");
  const splitter = new LineSplitter({ line: (_, bytes) => lines.push(bytes), tooLong: () => undefined }, 64 * MIB);
  const byte = Uint8Array.of(97);
  for (let count = 0; count < length; count += 1) splitter.push(byte);
  splitter.push(Uint8Array.of(10));
  const copied = set.mock.calls.reduce((sum, [source]) => sum + source.length, 0);
  set.mockRestore();
  expect(lines).toEqual([length]);
  return copied;
}

describe("LineSplitter with long lines", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("copies each byte a fixed number of times, however long the line and small the chunks", () => {
    for (const length of [1_000, 20_000, 80_000]) expect(countCopied(length)).toBeLessThanOrEqual(4 * length);
  });

  it("skips a line of 200 MiB without keeping it, and goes on with the next", () => {
    const chunk = new Uint8Array(64 * 1024).fill(120);
    const seen: unknown[] = [];
    const splitter = new LineSplitter(
      {
        line: (text) => seen.push(text),
        tooLong: (head, tail, bytes) => seen.push([head.length, tail.length, bytes]),
      },
      4 * MIB,
    );
    const before = process.memoryUsage().arrayBuffers;
    let peak = before;
    for (let count = 0; count < 3_200; count += 1) {
      splitter.push(chunk);
      if (count % 50 === 0) peak = Math.max(peak, process.memoryUsage().arrayBuffers);
    }
    splitter.push(Buffer.from("\nnext\n"));
    expect(seen).toEqual([[4_096, 256, 200 * MIB], "next"]);
    expect(peak - before).toBeLessThan(24 * MIB);
  });
});
