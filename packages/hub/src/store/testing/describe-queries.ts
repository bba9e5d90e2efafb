// What every store does with queries that mean something else to the database behind it.
import fc from "fast-check";
import { expect, it } from "vitest";
import { QUERY_CHARS_MAX, QUERY_WORDS_MAX } from "../../store-limits.ts";
import { toSession, toText, type OpenStore } from "./rows.ts";

const OPERATORS = [
  '"',
  "*",
  "(",
  ")",
  "^",
  "-",
  ":",
  "{",
  "AND",
  "OR",
  "NOT",
  "NEAR(",
  "text:",
  "'",
  ";",
  "+",
  "&",
  "|",
  "!",
  "<->",
  "\u0000",
  "é",
];

export function describeQueries(open: OpenStore): void {
  it("accepts any query", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    await store.indexTexts([toText("some text AND more")]);
    const words = fc.constantFrom(...OPERATORS);
    const query = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.array(words, { maxLength: 12 }).map((all) => all.join(" ")),
    );
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        expect(await store.search(text, 3)).toBeInstanceOf(Array);
      }),
      { numRuns: 200 },
    );
    expect(await store.search("some AND", 3)).toMatchObject([{ seq: 1 }]);
    expect(await store.search("some OR other", 3)).toEqual([]);
    await expect(store.search("x".repeat(QUERY_CHARS_MAX + 1), 3)).rejects.toMatchObject({ code: "bad_input" });
    await expect(store.search("x ".repeat(QUERY_WORDS_MAX + 1), 3)).rejects.toMatchObject({ code: "bad_input" });
  });
}
