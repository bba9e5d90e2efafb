import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { characterLength, characterStart, unfinishedLength } from "./utf8.ts";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const text = fc.array(fc.constantFrom("a", "ß", "日", "😀", "\u0301"), { maxLength: 8 }).map((parts) => parts.join(""));

describe("UTF-8 that is cut anywhere", () => {
  it("is valid again without the character that was cut", () => {
    fc.assert(
      fc.property(text, fc.nat(32), (whole, cut) => {
        const bytes = Buffer.from(whole);
        const at = Math.min(cut, bytes.length);
        const head = bytes.subarray(0, at);
        const length = unfinishedLength(head);
        expect(whole.startsWith(strict.decode(head.subarray(0, head.length - length)))).toBe(true);
        const start = characterStart(bytes, at);
        expect(whole.endsWith(strict.decode(bytes.subarray(start)))).toBe(true);
        // Nothing is lost but that character.
        expect(start - (at - length)).toBe(length === 0 ? 0 : characterLength(bytes[at - length] ?? 0));
      }),
    );
  });
});

describe("bytes that are not UTF-8", () => {
  it("are not waited for", () => {
    expect(
      [[], [0x80], [0x80, 0x80, 0x80, 0x80], [0xff], [0xc0], [0xf5, 0x80]].map((bytes) =>
        unfinishedLength(Uint8Array.from(bytes)),
      ),
    ).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("are skipped only a little way", () => {
    const bytes = new Uint8Array(10).fill(0x80);
    expect(characterStart(bytes, 2)).toBe(2);
    expect(characterStart(bytes, 8)).toBe(10);
    expect(characterStart(bytes, 10)).toBe(10);
  });
});

it.each([
  [0x00, 1],
  [0x7f, 1],
  [0x80, 1],
  [0xc1, 1],
  [0xc2, 2],
  [0xdf, 2],
  [0xe0, 3],
  [0xef, 3],
  [0xf0, 4],
  [0xf4, 4],
  [0xf5, 1],
])("a character that begins with %d has %d bytes", (first, length) => {
  expect(characterLength(first)).toBe(length);
});
