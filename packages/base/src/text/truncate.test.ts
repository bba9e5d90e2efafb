import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOf, startOf, toOneLine, truncate, truncateStart } from "./truncate.ts";

const FAMILY = "👩‍👩‍👧‍👦";

describe("truncate", () => {
  it.each([
    ["short", 5, "short"],
    ["longer", 5, "long…"],
    ["", 0, ""],
    ["x", 0, "…"],
    [`a${FAMILY}b`, 5, "a…"],
    ["ab🙂", 3, "ab…"],
    ["cafe\u0301s", 5, "caf…"],
    ["a\r\nb", 3, "a…"],
    ["🇩🇪🇫🇷🇮🇹", 8, "🇩🇪…"],
  ])("%j to %i is %j", (text, charsMax, expected) => {
    expect(truncate(text, charsMax)).toBe(expected);
  });

  it.each([
    ["longer", 5, "…nger"],
    [`a${FAMILY}b`, 5, "…b"],
    ["🙂ab", 3, "…ab"],
    ["short", 5, "short"],
  ])("keeps the end: %j to %i is %j", (text, charsMax, expected) => {
    expect(truncateStart(text, charsMax)).toBe(expected);
  });
});

describe("the start and the end of a text", () => {
  const graphemes = (text: string): string[] =>
    Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

  it("have as many whole characters as fit", () => {
    const character = fc.constantFrom("a", "ä", "e\u0301", "🙂", FAMILY, "한", "\r\n", "👍🏽", " ");
    fc.assert(
      fc.property(fc.array(character, { maxLength: 30 }), fc.nat(120), (characters, charsMax) => {
        const text = characters.join("");
        const all = graphemes(text);
        let count = 0;
        for (let units = 0; count < all.length && units + (all[count]?.length ?? 0) <= charsMax; count += 1)
          units += all[count]?.length ?? 0;
        expect(startOf(text, charsMax)).toBe(all.slice(0, count).join(""));
        let kept = 0;
        for (let units = 0; kept < all.length && units + (all.at(-1 - kept)?.length ?? 0) <= charsMax; kept += 1)
          units += all.at(-1 - kept)?.length ?? 0;
        expect(endOf(text, charsMax)).toBe(all.slice(all.length - kept).join(""));
      }),
    );
  });

  it("are cut anywhere in a character without end, but never in half a surrogate pair", () => {
    const endless = `a${"\u0301".repeat(500)}`;
    expect(startOf(endless, 300)).toHaveLength(300);
    expect(endOf(endless, 300).length).toBeGreaterThan(200);
    expect(startOf(`x${"\u{1D165}".repeat(200)}`, 100)).not.toMatch(/\p{Cs}/u);
    expect(endOf(`x${"\u{1D165}".repeat(200)}`, 100)).not.toMatch(/\p{Cs}/u);
  });
});

describe("toOneLine", () => {
  it.each([
    ["  a\n\t b  ", 10, "a b"],
    ["one two three", 8, "one two…"],
    ["a\u001b[31mb\u202ec", 20, "a [31mb c"],
    ["ab" + " ".repeat(1_000) + "c", 10, "ab…"],
    ["", 3, ""],
  ])("%j to %i is %j", (text, charsMax, expected) => {
    expect(toOneLine(text, charsMax)).toBe(expected);
  });
});
