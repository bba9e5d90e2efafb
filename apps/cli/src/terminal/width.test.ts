import { cpuMsOf } from "@parley/test-support";
import stringWidth from "string-width";
import { expect, it } from "vitest";
import {
  charactersOf,
  fitsIn,
  nextCharacter,
  padded,
  previousCharacter,
  shortened,
  shortenedStart,
  takeColumns,
  widthOf,
} from "./width.ts";

const FAMILY = "👩‍👩‍👧";

it("counts columns, not characters", () => {
  expect(["abc", "日本", FAMILY, "e\u0301", "👍🏽", ""].map(widthOf)).toEqual([3, 4, 2, 1, 2, 0]);
});

it("agrees with the library", () => {
  const blocks = [
    [0x20, 0x2900],
    [0x3000, 0x3500],
    [0x9f00, 0xa000],
    [0xac00, 0xac80],
    [0xd780, 0xd7b0],
    [0xff00, 0xff70],
  ] as const;
  const characters = blocks.flatMap(([from, to]) =>
    Array.from({ length: to - from }, (_, offset) => String.fromCharCode(from + offset)),
  );
  for (const one of characters.filter((other) => other !== "\u007f")) {
    expect([one, widthOf(one), widthOf(`${one}日`)]).toEqual([one, stringWidth(one), stringWidth(`${one}日`)]);
  }
});

it("treats a grapheme as one character", () => {
  expect(charactersOf(`a${FAMILY}e\u0301`)).toEqual(["a", FAMILY, "e\u0301"]);
  const text = `x${FAMILY}y`;
  expect(nextCharacter(text, 1)).toBe(1 + FAMILY.length);
  expect(previousCharacter(text, 1 + FAMILY.length)).toBe(1);
  expect([previousCharacter("", 0), nextCharacter("", 0), nextCharacter("a", 1)]).toEqual([0, 0, 1]);
});

it("measures, breaks and cuts a long text in a moment", () => {
  const count = 7_000;
  const characters = [FAMILY, "e\u0301", "日", "a", "\u{1f1e9}\u{1f1ea}"];
  const long = characters.join("").repeat(count);
  const tookMs = cpuMsOf(() => {
    expect(widthOf(long)).toBe(count * 8);
    const broken = charactersOf(long);
    expect(broken).toHaveLength(count * characters.length);
    expect(new Set(broken)).toEqual(new Set(characters));
    expect(shortened(long, 6)).toBe(`${FAMILY}e\u0301日…`);
    expect([fitsIn(long, count * 8), fitsIn(long, count * 8 - 1)]).toEqual([true, false]);
  });
  expect(tookMs).toBeLessThan(5_000);
});

it("truncates by columns with an ellipsis", () => {
  expect(takeColumns("日本語", 5)).toBe("日本");
  expect(shortened("Hello world", 7)).toBe("Hello…");
  expect(shortened("Hello", 5)).toBe("Hello");
  expect(shortened("日本語", 4)).toBe("日…");
  expect(shortenedStart("/a/long/path.ts", 8)).toBe("…path.ts");
  expect([shortened("abc", 0), shortenedStart("abc", 0), shortened("abc", 1)]).toEqual(["", "", "…"]);
  expect(padded("日", 4)).toBe("日  ");
});
