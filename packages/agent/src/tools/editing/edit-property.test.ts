import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdits } from "./apply-edits.ts";

const indent = fc.constantFrom("", "  ", "    ", "\t", "\t\t");
const code = fc.constantFrom(
  "if (a) {",
  "}",
  "go();",
  "return a + b;",
  "// note",
  "“quoted”",
  "x = 'y' - 1;",
  "",
  "else {",
);
const line = fc.tuple(indent, code).map(([space, text]) => space + text);
const lineEnd = fc.constantFrom("\n", "\r\n");

/** As a model may write the lines of a file: shifted, without line ends' blanks, with plain quotes, with or without CR. */
type Sloppiness = (lines: readonly string[]) => string;
const sloppiness = fc.constantFrom<Sloppiness>(
  (lines) => lines.join("\n"),
  (lines) => lines.map((text) => text.trim()).join("\n"),
  (lines) => lines.map((text) => `    ${text}`).join("\n"),
  (lines) => lines.map((text) => `${text}  `).join("\r\n"),
  (lines) => lines.map((text) => text.replaceAll("\t", "    ")).join("\n"),
  (lines) => lines.map((text) => text.replaceAll(/[“”]/g, '"')).join("\n"),
);

describe("an edit, however sloppy", () => {
  it("changes the lines it names and no others, or nothing", () => {
    const scenario = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 12 }),
      at: fc.nat(11),
      count: fc.integer({ min: 1, max: 4 }),
      write: sloppiness,
      end: lineEnd,
    });
    fc.assert(
      fc.property(scenario, ({ lines, at, count, write, end }) => {
        // One line that is nowhere else makes the place the only one.
        const from = at % lines.length;
        const file = [...lines.slice(0, from), "    unique(1);", ...lines.slice(from)];
        const to = Math.min(file.length, from + count);
        const wanted = file.slice(from, to);
        const text = file.map((one) => one + end).join("");
        const oldText = write(wanted);
        const result = applyEdits(text, [
          { oldText, newText: oldText.replace("unique(1)", "unique(2)"), replaceAll: false },
        ]);
        expect(result).toEqual({
          text: text.replace("unique(1)", "unique(2)"),
          replacements: 1,
          isFuzzy: expect.any(Boolean),
        });
      }),
      { numRuns: 500 },
    );
  });

  it("never throws, and says why where it does nothing", () => {
    const any = fc.string({
      unit: fc.constantFrom("a", "b", " ", "\t", "\n", "\r\n", "“", '"', "1\t", "}"),
      maxLength: 30,
    });
    fc.assert(
      fc.property(any, any, any, fc.boolean(), (text, oldText, newText, replaceAll) => {
        const result = applyEdits(text, [{ oldText, newText, replaceAll }]);
        const isTold = "failed" in result ? result.failed.length > 10 : result.text !== text && result.replacements > 0;
        expect(isTold).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
