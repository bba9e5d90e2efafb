// Growing text, against plain strings.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Segments } from "./segments.ts";

/** The same with a plain string. */
class Plain {
  #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  append(text: string): void {
    this.#text += text;
  }

  text(): string {
    return this.#text;
  }

  dropHead(chars: number): number {
    const place = Math.min(chars, this.#text.length);
    const around = this.#text.slice(Math.max(0, place - 1), place + 1);
    const dropped = /^[\ud800-\udbff][\udc00-\udfff]$/.test(around) ? place + 1 : place;
    this.#text = this.#text.slice(dropped);
    return dropped;
  }
}

describe("Segments", () => {
  it("is the text that was appended, less what was dropped, and no surrogate pair is cut", () => {
    const piece = fc.string({ unit: fc.constantFrom("a", "😀", "\ud83d", "\ude00"), maxLength: 6 });
    const step = fc.oneof(
      { weight: 3, arbitrary: piece.map((text) => (one: Segments | Plain) => one.append(text)) },
      fc.nat(8).map((chars) => (one: Segments | Plain) => one.dropHead(chars)),
      fc.constant((one: Segments | Plain) => one.text()),
    );
    const property = fc.property(piece, fc.array(step, { maxLength: 40 }), (start, steps) => {
      const segments = new Segments(start);
      const plain = new Plain(start);
      for (const one of steps) {
        expect(one(segments)).toBe(one(plain));
        expect(segments.length).toBe(plain.text().length);
      }
      expect(segments.text()).toBe(plain.text());
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it("takes many small pieces", () => {
    const segments = new Segments("");
    for (let index = 0; index < 5000; index += 1) segments.append(String(index % 10));
    expect(segments.length).toBe(5000);
    expect(segments.dropHead(1500)).toBe(1500);
    expect(segments.text()).toBe("0123456789".repeat(350));
  });
});
