import { describe, expect, it } from "vitest";
import { line } from "./line.ts";
import { textOf } from "./testing/draw.ts";
import { apart, cell, rightCell, row, sideBySide, spread } from "./rows.ts";

describe("a cell", () => {
  it.each([
    [cell("ab", 4), "ab  "],
    [cell("abcdef", 4), "abc…"],
    [cell("日本", 5), "日本 "],
    [cell("日本語", 5), "日本…"],
    [rightCell("12", 4), "  12"],
    [rightCell("日", 4), "  日"],
    [rightCell("123456", 4), "123456"],
  ])("%# is %j", (drawn, expected) => {
    expect(drawn.text).toBe(expected);
  });
});

describe("a row", () => {
  const parts = { left: line("> "), fill: (columns: number) => line(cell("abcdefgh", columns)), right: line(" <") };

  it("gives the remaining width to the middle part, and at least its minimum", () => {
    expect(textOf(row({ ...parts, fillColumnsMin: 3 }, 12))).toBe("> abcdefgh <");
    expect(textOf(row({ ...parts, fillColumnsMin: 3 }, 10))).toBe("> abcde… <");
    expect(textOf(row({ ...parts, fillColumnsMin: 3 }, 4))).toBe("> ab… <");
  });

  it("aligns its right part with the edge, and truncates the left part", () => {
    expect(textOf(spread(line("abc"), line("xy"), 12))).toBe("abc       xy");
    expect(textOf(spread(line("abcdefghijkl"), line("xy"), 12))).toBe("abcdefgh… xy");
  });
});

describe("rows", () => {
  it("are placed side by side, with the shorter column padded", () => {
    const both = sideBySide([line("ab")], [line("x"), line("y")], 3, line("|"));
    expect(both.map(textOf)).toEqual(["ab |x", "   |y"]);
  });

  it("are placed at the top and at the bottom", () => {
    expect(apart([line("a")], [line("z")], 4).map(textOf)).toEqual(["a", "", "", "z"]);
    expect(apart([line("a")], [line("z")], 1).map(textOf)).toEqual(["a", "z"]);
  });
});
