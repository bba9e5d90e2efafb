import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { line, span } from "./line.ts";
import { textOf } from "./testing/draw.ts";
import { toText } from "./testing/draw.ts";
import { widthOf } from "./width.ts";
import { breakCharacters, lineWidth, shortenedLine, wrapLine } from "./wrap.ts";

const words = fc
  .array(fc.constantFrom("a", "word", "another", "日本語", "👩‍👩‍👧", "e\u0301", " ", "  ", "averyveryverylongword"), {
    maxLength: 20,
  })
  .map((parts) => parts.join(""));

describe("wrapLine", () => {
  it("breaks between words", () => {
    expect(toText(wrapLine(line("The quick brown fox jumps"), 10))).toBe("The quick\nbrown fox\njumps");
  });

  it("breaks a word that is longer than a line, and between wide characters", () => {
    expect(toText(wrapLine(line("abcdefghij klm"), 4))).toBe("abcd\nefgh\nij\nklm");
    expect(toText(wrapLine(line("日本語のテキスト"), 5))).toBe("日本\n語の\nテキ\nスト");
  });

  it("indents rows and keeps the styles", () => {
    const rows = wrapLine(line("one ", span("two three", "strong")), 9, { first: line("* "), rest: line("  ") });
    expect(toText(rows)).toBe("* one two\n  three");
    expect(rows[1]?.[1]?.style).toEqual({ bold: true });
  });

  it("fits the width, and loses nothing but spaces", () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 30 }), (text, columns) => {
        const rows = wrapLine([{ text }], columns);
        for (const row of rows) expect(lineWidth(row)).toBeLessThanOrEqual(columns);
        expect(rows.map(textOf).join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      }),
    );
  });
});

it("wraps text of one style as it wraps text of two", () => {
  const narrow = fc
    .array(fc.constantFrom("a", "word", " ", "  ", "       ", "averyverylongword", "é", "→"), { maxLength: 20 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(narrow, narrow, fc.integer({ min: 1, max: 12 }), (one, other, columns) => {
      const plain = wrapLine([{ text: one }, { text: other }], columns);
      const styled = wrapLine([{ text: one }, span(other, "strong")], columns);
      expect(plain.map(textOf)).toEqual(styled.map(textOf));
    }),
    { numRuns: 1_000 },
  );
});

describe("breakCharacters", () => {
  it("fits the width and loses nothing", () => {
    fc.assert(
      fc.property(words, words, fc.integer({ min: 2, max: 30 }), (one, other, columns) => {
        const rows = breakCharacters(line(one, span(other, "bad")), columns);
        for (const row of rows) expect(lineWidth(row)).toBeLessThanOrEqual(columns);
        expect(rows.map(textOf).join("")).toBe(one + other);
      }),
    );
  });
});

it("truncates a line with several styles", () => {
  const drawn = shortenedLine(line("Hello ", span("brave new world", "strong")), 12);
  expect(textOf(drawn)).toBe("Hello brave…");
  expect(widthOf(textOf(shortenedLine(line("日本語"), 4)))).toBeLessThanOrEqual(4);
});
