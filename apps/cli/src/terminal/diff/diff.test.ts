import { createDiff } from "@parley/chat-model";
import { describe, expect, it } from "vitest";
import { theme, plainTheme, toColors, toText } from "../testing/draw.ts";
import { drawDiff } from "./draw-diff.ts";

const OLD = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
const NEW = OLD.with(9, "LINE 10").toSpliced(15, 0, "one more");

describe("drawDiff", () => {
  it("shows changes with line numbers and context", () => {
    const diff = createDiff(`${OLD.join("\n")}\n`, `${NEW.join("\n")}\n`);
    expect({ added: diff.added, removed: diff.removed }).toEqual({ added: 2, removed: 1 });
    expect(toText(drawDiff(diff, plainTheme(), { rowsMax: 100 }))).toMatchInlineSnapshot(`
      "   ⋮
       7   line 7
       8   line 8
       9   line 9
      10 − line 10
      10 + LINE 10
      11   line 11
      12   line 12
      13   line 13
      14   line 14
      15   line 15
      16 + one more
      17   line 16
      18   line 17
      19   line 18
         ⋮"
    `);
  });

  it("marks changed words", () => {
    const diff = createDiff('return "Hello " + name;', 'return "Hello " + name.trim();');
    expect(toColors(drawDiff(diff, theme(), { rowsMax: 10 }))).toBe(
      '<2>1 <><31>− <><31>return "Hello " + name;<>\n<2>1 <><32>+ <><32>return "Hello " + name<><32;7>.trim()<><32>;<>'.replaceAll(
        "<32;7>",
        "<7;32>",
      ),
    );
  });

  it("counts omitted rows, starts at the given line number, and recognizes a new file", () => {
    const diff = createDiff(null, OLD.join("\n"));
    expect(diff).toMatchObject({ added: 20, removed: 0 });
    expect(toText(drawDiff(diff, theme(), { rowsMax: 2, firstNumber: 99 }))).toBe(
      " 99 + line 1\n100 + line 2\n… 18 more lines",
    );
  });

  it("spells out control sequences and hidden characters, and fits the width", () => {
    const diff = createDiff("a", "\u001b[31mb\u202e");
    expect(toText(drawDiff(diff, theme(), { rowsMax: 9 }))).toBe("1 − a\n1 + <U+001B>[31mb<U+202E>");
    const long = createDiff("", "x".repeat(50));
    expect(toText(drawDiff(long, theme(24), { rowsMax: 9 }))).toBe(
      `1 + ${"x".repeat(20)}\n    ${"x".repeat(20)}\n    ${"x".repeat(10)}`,
    );
  });
});
