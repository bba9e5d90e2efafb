import fc from "fast-check";
import { expect, it } from "vitest";
import { parseMarkdown } from "./parse-markdown.ts";
import { readPlainParagraph } from "./plain-paragraph.ts";

it.each([
  "It works.",
  "One line,\nand another: 3 of 4 (75%) done!",
  "1986 was a good year",
  "\u00dcber\n\u65e5\u672c\u8a9e",
])("recognises %j", (source) => {
  expect(readPlainParagraph(source)).toEqual(parseMarkdown(source)[0]);
});

it.each([
  "*a*",
  "1. a",
  "a\n- b",
  "a\n---",
  "see www.example.com",
  "https://example.com",
  "a  \nb",
  "a | b",
  "# a",
  "",
])("leaves %j to the parser", (source) => {
  expect(readPlainParagraph(source)).toBeUndefined();
});

it("says the same as the parser, whatever it recognises", () => {
  const word = fc.constantFrom(
    "a",
    "1",
    ".",
    ")",
    "-",
    "=",
    " ",
    "\n",
    ":",
    "/",
    "w",
    "#",
    "+",
    "!",
    "(",
    '"',
    "http",
    "www",
    "\u00e4",
    "\t",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 24 }), (words) => {
      const source = words.join("").trimEnd();
      const plain = readPlainParagraph(source);
      expect(plain === undefined ? [] : parseMarkdown(source)).toEqual(plain === undefined ? [] : [plain]);
    }),
    { numRuns: 2_000 },
  );
});
