import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WholeCharacters } from "./whole-characters.ts";

function pass(chunks: readonly Uint8Array[]): Buffer[] {
  const out: Buffer[] = [];
  const characters = new WholeCharacters((chunk) => void out.push(Buffer.from(chunk)));
  for (const chunk of chunks) characters.push(chunk);
  characters.end();
  return out;
}

describe("WholeCharacters", () => {
  it("passes text on in pieces that are text each, however it is cut", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 7 }), (text, size) => {
        const bytes = Buffer.from(text);
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        const pieces = pass(chunks);
        expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
        const decoder = new TextDecoder("utf-8", { fatal: true });
        expect(() => pieces.map((piece) => decoder.decode(piece))).not.toThrow();
      }),
    );
  });

  it("loses nothing of bytes that are no text", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 9 })), (chunks) => {
        expect(Buffer.concat(pass(chunks)).equals(Buffer.concat(chunks))).toBe(true);
      }),
    );
  });
});
