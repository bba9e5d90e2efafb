import { describe, expect, it } from "vitest";
import { DAMAGE_CHARS_MAX } from "../../limits.ts";
import { LineSplitter, type TextLine } from "./split-lines.ts";

const MAX = 1_000;

function split(chunks: readonly (Uint8Array | string)[]): TextLine[] {
  const splitter = new LineSplitter(MAX);
  return [...chunks.flatMap((chunk) => [...splitter.push(chunk)]), ...splitter.end()];
}

const whole = (text: string): TextLine => ({ text, isTooLong: false, isHalf: false });
const half = (text: string): TextLine => ({ text, isTooLong: false, isHalf: true });

describe("lines", () => {
  it.each<[text: string, expected: TextLine[]]>([
    ["", []],
    ["a", [half("a")]],
    ["a\n", [whole("a")]],
    ["\n\n", [whole(""), whole("")]],
    ["a\r\nb", [whole("a\r"), half("b")]],
    ["é😀\u2028x\n", [whole("é😀\u2028x")]],
  ])("of %j", (text, expected) => {
    expect(split([text])).toEqual(expected);
  });

  it("are the same wherever the bytes are cut", () => {
    const bytes = new TextEncoder().encode("é😀\n\n日本\nhalf 😀");
    const expected = [whole("é😀"), whole(""), whole("日本"), half("half 😀")];
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(split([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(expected);
    }
    expect(split(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected);
  });

  it("show a character that was never finished", () => {
    expect(split([Uint8Array.of(0x61, 0xf0, 0x9f)])).toEqual([half("a\ufffd")]);
  });

  it("may be as long as the limit", () => {
    expect(split([`${"x".repeat(MAX)}\n`])).toEqual([whole("x".repeat(MAX))]);
  });

  it("that are too long show their beginning, and do not harm the next one", () => {
    const tooLong = { text: "x".repeat(DAMAGE_CHARS_MAX), isTooLong: true, isHalf: false };
    expect(split([`${"x".repeat(MAX + 1)}\nnext\n`])).toEqual([tooLong, whole("next")]);
    const pieces = Array<string>(100).fill("x".repeat(MAX / 10));
    expect(split([...pieces, "\nnext"])).toEqual([tooLong, half("next")]);
    expect(split(pieces)).toEqual([{ ...tooLong, isHalf: true }]);
  });
});
