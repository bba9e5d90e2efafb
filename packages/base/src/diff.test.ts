import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findEdits } from "./diff.ts";

const few = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });

describe("findEdits", () => {
  it("leads from the old list to the new one", () => {
    fc.assert(
      fc.property(few, few, (olds, news) => {
        const edits = findEdits(olds, news, 100);
        let [oldIndex, newIndex] = [0, 0];
        for (const edit of edits) {
          expect(edit !== "same" || olds[oldIndex] === news[newIndex]).toBe(true);
          if (edit !== "added") oldIndex += 1;
          if (edit !== "removed") newIndex += 1;
        }
        expect([oldIndex, newIndex]).toEqual([olds.length, news.length]);
      }),
    );
  });

  it("is as short as possible", () => {
    fc.assert(
      fc.property(few, few, (olds, news) => {
        const changed = findEdits(olds, news, 100).filter((edit) => edit !== "same").length;
        expect(changed).toBe(olds.length + news.length - 2 * commonLength(olds, news));
      }),
    );
  });

  it("is still correct beyond the limit", () => {
    const olds = Array.from({ length: 50 }, (_, index) => `old ${index}`);
    const news = Array.from({ length: 50 }, (_, index) => `new ${index}`);
    expect(findEdits(["x", ...olds, "y"], ["x", ...news, "y"], 10)).toEqual([
      "same",
      ...olds.map(() => "removed"),
      ...news.map(() => "added"),
      "same",
    ]);
  });
});

/** The longest common subsequence, by the textbook. */
function commonLength(olds: readonly string[], news: readonly string[]): number {
  const table = Array.from({ length: olds.length + 1 }, () => Array.from({ length: news.length + 1 }, () => 0));
  for (const [i, old] of olds.entries()) {
    for (const [j, now] of news.entries()) {
      const row = table[i + 1];
      if (row !== undefined)
        row[j + 1] = old === now ? (table[i]?.[j] ?? 0) + 1 : Math.max(table[i]?.[j + 1] ?? 0, row[j] ?? 0);
    }
  }
  return table[olds.length]?.[news.length] ?? 0;
}
