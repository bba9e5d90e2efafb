import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LineCutter, type LongLine } from "./line-cutter.ts";

interface Cut {
  readonly lines: string[];
  readonly long: LongLine[];
}

function cut(chunks: readonly Buffer[], lineBytesMax: number): Cut {
  const lines: string[] = [];
  const long: LongLine[] = [];
  const cutter = new LineCutter(
    {
      line: (bytes, start, end) => lines.push(bytes.toString("latin1", start, end)),
      long: (line) => long.push(line),
    },
    lineBytesMax,
  );
  for (const chunk of chunks) cutter.push(chunk);
  cutter.end();
  return { lines, long };
}

/** Cuts bytes at the given places. */
function toChunks(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
}

const anyBytes = fc
  .array(fc.oneof(fc.constant(10), fc.constant(13), fc.integer({ min: 0, max: 255 })), { maxLength: 300 })
  .map((bytes) => Buffer.from(bytes));
const places = fc.array(fc.nat(1_000), { maxLength: 20 });

test("the lines are the same, wherever the chunks are cut", () => {
  fc.assert(
    fc.property(anyBytes, places, (bytes, cuts) => {
      const expected = bytes.toString("latin1").split("\n");
      if (expected.at(-1) === "") expected.pop();
      expect(cut(toChunks(bytes, cuts), 1_000).lines).toEqual(expected);
    }),
  );
});

test("a line over the limit is counted, and its two ends are kept", () => {
  fc.assert(
    fc.property(fc.integer({ min: 11, max: 9_000 }), places, (length, cuts) => {
      const text = Array.from({ length }, (_, index) => String.fromCharCode(97 + (index % 26))).join("");
      const { lines, long } = cut(toChunks(Buffer.from(`short\n${text}\nlast`), cuts), 10);
      expect(lines).toEqual(["short", "last"]);
      expect(long.map(({ byteLength }) => byteLength)).toEqual([length]);
      expect(long[0]?.head.toString()).toBe(text.slice(0, 4_096));
      expect(long[0]?.tail.toString()).toBe(text.slice(-256));
    }),
  );
});

test("a line of exactly the limit is a line", () => {
  expect(cut([Buffer.from("0123456789\n"), Buffer.from("01234"), Buffer.from("56789")], 10).lines).toHaveLength(2);
  expect(cut([Buffer.from("0123456789a\n")], 10).long).toHaveLength(1);
});

test("a line that comes byte by byte costs no more than its bytes", () => {
  const before = process.memoryUsage().arrayBuffers;
  const lines: number[] = [];
  const cutter = new LineCutter({ line: (_, start, end) => lines.push(end - start), long: () => undefined }, 2 ** 20);
  const byte = Buffer.from("x");
  for (let index = 0; index < 1_000_000; index += 1) cutter.push(byte);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 2 ** 20);
  cutter.end();
  expect(lines).toEqual([1_000_000]);
});
