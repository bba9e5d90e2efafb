import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HeldBytes } from "./held-bytes.ts";

/** Sizes on both sides of the short buffer's 4 KiB. */
const parts = fc.array(fc.uint8Array({ maxLength: 9_000, size: "max" }), { maxLength: 8 });

function hold(chunks: readonly Uint8Array[]): HeldBytes {
  const held = new HeldBytes(100_000);
  for (const chunk of chunks) held.append(chunk);
  return held;
}

describe("HeldBytes", () => {
  it("gives back what it was given, whole, from the front and from the end", () => {
    fc.assert(
      fc.property(parts, fc.nat({ max: 20_000 }), (chunks, count) => {
        const whole = Buffer.concat(chunks);
        const held = hold(chunks);
        expect(held.length).toBe(whole.length);
        expect(Buffer.from(held.head(count)).equals(whole.subarray(0, count))).toBe(true);
        expect(Buffer.from(held.tail(count)).equals(whole.subarray(Math.max(0, whole.length - count)))).toBe(true);
        const taken = held.takeWith(Uint8Array.of(1, 2));
        expect(Buffer.from(taken).equals(Buffer.concat([whole, Buffer.of(1, 2)]))).toBe(true);
        expect(held.length).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  it("keeps the line when it outgrows the short buffer", () => {
    const held = hold([new Uint8Array(4_096).fill(7), Uint8Array.of(8)]);
    expect([...held.tail(3)]).toEqual([7, 7, 8]);
  });

  it("holds another line after the first was taken", () => {
    const held = hold([new Uint8Array(10_000).fill(1)]);
    held.takeWith(new Uint8Array(0));
    held.append(Uint8Array.of(2));
    expect([...held.takeWith(new Uint8Array(0))]).toEqual([2]);
  });
});
