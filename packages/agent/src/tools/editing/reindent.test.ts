import { describe, expect, it } from "vitest";
import { createReindent, indentOf } from "./reindent.ts";

const reindent = (written: readonly string[], inFile: readonly string[], lines: readonly string[]): string[] =>
  lines.map(createReindent(written, inFile));

describe("new lines", () => {
  it("stay as they are if the model wrote the indentation of the file", () => {
    const lines = ["  a", "\t b", "   ", ""];
    expect(reindent(["  x", "    y"], ["  x", "    y"], lines)).toEqual(lines);
    expect(reindent([], [], lines)).toEqual(lines);
    expect(reindent([" "], ["\t"], lines)).toEqual(lines);
  });

  it.each([
    ["moves in by what the old lines lacked", ["x"], ["    x"], ["x", "  y"], ["    x", "      y"]],
    [
      "moves out by what the old lines had too much",
      ["    x"],
      ["  x"],
      ["    x", "      y", " z"],
      ["  x", "    y", "z"],
    ],
    ["makes tabs of spaces", ["  x"], ["\tx"], ["  x", "    y", "      z"], ["\tx", "\t\ty", "\t\t\tz"]],
    ["makes spaces of tabs", ["\tx"], ["    x"], ["\tx", "\t\ty", "z"], ["    x", "        y", "z"]],
    [
      "takes the width of a level from two lines",
      ["x", "  y"],
      ["x", "    y"],
      ["    z", "  y"],
      ["        z", "    y"],
    ],
    ["keeps what is less than a level", ["  x"], ["\tx"], ["   y"], ["\t y"]],
  ])("%s", (_what, written, inFile, lines, expected) => {
    expect(reindent(written, inFile, lines)).toEqual(expected);
  });

  it("without text become empty", () => {
    expect(reindent(["x"], ["  x"], ["   ", "", "\t"])).toEqual(["", "", ""]);
  });

  it("follow the first of two lines that contradict each other", () => {
    expect(reindent(["  x", "  y"], ["    x", "      y"], ["  z"])).toEqual(["    z"]);
  });
});

it.each([
  ["", ""],
  [" \t x ", " \t "],
  ["\t\t", "\t\t"],
  ["\u00A0x", ""],
])("the indentation of %j is %j", (line, indent) => {
  expect(indentOf(line)).toBe(indent);
});
