import { describe, expect, it } from "vitest";
import { toMarkdownTable, toTable } from "./table.ts";

const HEAD = ["", "CPU µs", "×"];
const ROWS = [
  ["ours", "3.61", "1.0"],
  ["the SDK", "31.20", "10.0"],
];

describe("toTable", () => {
  it("puts names to the left and numbers to the right", () => {
    expect(toTable(HEAD, ROWS).split("\n")).toEqual([
      "         CPU µs     ×",
      "───────  ──────  ────",
      "ours       3.61   1.0",
      "the SDK   31.20  10.0",
    ]);
  });

  it("fills up a short row", () => {
    expect(
      toTable(HEAD, [["ours"]])
        .split("\n")
        .at(-1),
    ).toBe("ours");
  });
});

describe("toMarkdownTable", () => {
  it("says the alignment in the rule", () => {
    expect(toMarkdownTable(HEAD, ROWS).split("\n")).toEqual([
      "|         | CPU µs |    × |",
      "| ------- | -----: | ---: |",
      "| ours    |   3.61 |  1.0 |",
      "| the SDK |  31.20 | 10.0 |",
    ]);
  });
});
