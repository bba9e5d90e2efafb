import stringWidth from "string-width";
import { expect, it } from "vitest";
import {
  charactersOf,
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
  const characters = Array.from({ length: 0x2900 }, (_, code) => String.fromCharCode(code)).filter((one) => one >= " ");
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

it("truncates by columns with an ellipsis", () => {
  expect(takeColumns("日本語", 5)).toBe("日本");
  expect(shortened("Hello world", 7)).toBe("Hello…");
  expect(shortened("Hello", 5)).toBe("Hello");
  expect(shortened("日本語", 4)).toBe("日…");
  expect(shortenedStart("/a/long/path.ts", 8)).toBe("…path.ts");
  expect([shortened("abc", 0), shortenedStart("abc", 0), shortened("abc", 1)]).toEqual(["", "", "…"]);
  expect(padded("日", 4)).toBe("日  ");
});
