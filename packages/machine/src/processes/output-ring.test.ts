import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutputRing } from "./output-ring.ts";

const bytes = (text: string): Buffer => Buffer.from(text);

describe("OutputRing", () => {
  it("keeps everything below its limit", () => {
    const ring = new OutputRing(100);
    ring.push(bytes("hello "));
    ring.push(bytes("world"));
    expect(ring.text()).toBe("hello world");
    expect(ring.truncated).toBe(false);
  });

  it("keeps the end and reports that the beginning was dropped", () => {
    const ring = new OutputRing(5);
    ring.push(bytes("hello"));
    expect(ring.truncated).toBe(false);
    ring.push(bytes(" w"));
    expect(ring.text()).toBe("llo w");
    expect(ring.truncated).toBe(true);
    ring.push(bytes("0123456789"));
    expect(ring.text()).toBe("56789");
  });

  it("never begins or ends with half a character", () => {
    const ring = new OutputRing(10);
    ring.push(bytes("aaaa🙂漢字"));
    expect(ring.text()).toBe("🙂漢字");
    ring.push(bytes("bc"));
    expect(ring.text()).toBe("漢字bc");
    ring.push(bytes("🙂").subarray(0, 2));
    expect(ring.text()).toBe("漢字bc");
    ring.push(bytes("🙂").subarray(2));
    expect(ring.text()).toBe("字bc🙂");
  });

  it("holds nothing with a limit of nothing", () => {
    const ring = new OutputRing(0);
    expect(ring.truncated).toBe(false);
    ring.push(bytes("x"));
    expect([ring.text(), ring.truncated, ring.length]).toEqual(["", true, 0]);
  });

  it("is within its limit in UTF-8 even for bytes that are none", () => {
    const ring = new OutputRing(1000);
    ring.push(Buffer.alloc(1000, 0xff));
    const text = ring.text();
    expect(Buffer.byteLength(text)).toBe(999);
    expect(ring.truncated).toBe(true);
  });

  it("says the same as keeping everything and cutting at the end, wherever the chunks are cut", () => {
    const chunk = fc.oneof(
      fc.string({ unit: "grapheme" }).map(bytes),
      fc.uint8Array().map((array) => Buffer.from(array)),
    );
    fc.assert(
      fc.property(fc.array(chunk), fc.integer({ min: 1, max: 64 }), (chunks, limit) => {
        const ring = new OutputRing(limit);
        for (const part of chunks) ring.push(part);
        const all = Buffer.concat(chunks);
        const kept = all.subarray(Math.max(0, all.length - limit));
        expect(ring.length).toBe(kept.length);
        expect(ring.truncated).toBe(all.length > limit);
        const text = ring.text();
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
        expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(kept)).toContain(text);
      }),
    );
  });

  it("grows with what it holds, not with its limit", () => {
    const before = process.memoryUsage().arrayBuffers;
    const rings = Array.from({ length: 100 }, () => new OutputRing(16 * 1024 * 1024));
    for (const ring of rings) ring.push(bytes("a few words"));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1024 * 1024);
    expect(rings[99]?.text()).toBe("a few words");
  });
});
