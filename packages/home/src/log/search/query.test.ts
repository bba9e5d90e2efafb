import { describe, expect, it } from "vitest";
import { QUERY_CHARS_MAX, QUERY_WORDS_MAX } from "../../limits.ts";
import { parseQuery } from "./query.ts";

describe("the words of a search", () => {
  it.each<[text: string, expected: string[]]>([
    ["Fix the BUG", ["fix", "the", "bug"]],
    ["  a \n\t b  ", ["a", "b"]],
    ["bug Bug BUG", ["bug"]],
    ['say "Hello World" now', ["say", "hello world", "now"]],
    ["ÄPFEL 😀", ["äpfel", "😀"]],
    ["ΟΔΥΣΣΕΥΣ Οδυσσευς", ["οδυσσευσ"]],
  ])("in %j", (text, expected) => {
    expect([...parseQuery(text)].toSorted()).toEqual(expected.toSorted());
  });

  it.each([
    ["", "at least one word"],
    [" \n ", "at least one word"],
    ["x".repeat(QUERY_CHARS_MAX + 1), `at most ${QUERY_CHARS_MAX} characters`],
    [Array.from({ length: QUERY_WORDS_MAX + 1 }, (_, i) => `w${i}`).join(" "), `at most ${QUERY_WORDS_MAX} words`],
  ])("are missing or too many (%#)", (text, message) => {
    expect(() => parseQuery(text)).toThrow(
      expect.objectContaining({ code: "usage", message: expect.stringContaining(message) as string }),
    );
  });

  it("may be as many and as long as the limits", () => {
    expect(parseQuery("x".repeat(QUERY_CHARS_MAX))).toHaveLength(1);
    expect(parseQuery(Array.from({ length: QUERY_WORDS_MAX }, (_, i) => `w${i}`).join(" "))).toHaveLength(
      QUERY_WORDS_MAX,
    );
  });
});
