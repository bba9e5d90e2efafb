import fc from "fast-check";
import { Lexer, type Token } from "marked";
import { expect, it } from "vitest";
import { readPlainInline, readPlainParagraph } from "./plain-paragraph.ts";

/** Undefined if there is more than text. */
function toPlainText(tokens: readonly Token[] = []): string | undefined {
  return tokens.every(({ type }) => type === "text") ? tokens.map(({ raw }) => raw).join("") : undefined;
}

function lexedParagraph(source: string): string | undefined {
  const [token, ...others] = new Lexer({ gfm: true }).lex(source);
  return token?.type === "paragraph" && others.length === 0 ? toPlainText(token.tokens) : undefined;
}

it.each([
  "It works.",
  "One line,\nand another: 3 of 4 (75%) done!",
  "1986 was a good year",
  "\u00dcber\n\u65e5\u672c\u8a9e",
])("recognises %j", (source) => {
  expect(readPlainParagraph(source)).toBeDefined();
  expect(lexedParagraph(source)).toBe(source);
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

it("says the same as the parser, whatever it recognises", () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 24 }), (words) => {
      const source = words.join("").trimEnd();
      expect(readPlainParagraph(source) === undefined || lexedParagraph(source) === source).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

it("says the same of a piece of a paragraph", () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 24 }), (words) => {
      const source = words.join("");
      expect(readPlainInline(source) === undefined || toPlainText(Lexer.lexInline(source)) === source).toBe(true);
    }),
    { numRuns: 2_000 },
  );
  expect(["a *b*", "https://a.example", "a  \nb", "a@b.example", "&amp;"].map(readPlainInline)).toEqual(
    Array.from({ length: 5 }),
  );
});
