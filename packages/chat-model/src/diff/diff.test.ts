import { describe, expect, it } from "vitest";
import { DIFF_CHARS_MAX } from "../limits.ts";
import { contentDiff } from "./content-diff.ts";
import { createDiff } from "./diff-rows.ts";
import { compareWords } from "./word-changes.ts";
import { findWordMarks } from "./word-marks.ts";

const OLD = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
const NEW = OLD.with(9, "LINE 10").toSpliced(15, 0, "one more");

describe("createDiff", () => {
  it("has the changed lines with their numbers, some lines around them, and gaps", () => {
    const { rows, added, removed } = createDiff(`${OLD.join("\n")}\n`, `${NEW.join("\n")}\n`);
    expect({ added, removed }).toEqual({ added: 2, removed: 1 });
    expect(rows.filter(({ type }) => type !== "same")).toEqual([
      { type: "gap", lines: 6 },
      { type: "removed", number: 10, text: "line 10" },
      { type: "added", number: 10, text: "LINE 10" },
      { type: "added", number: 16, text: "one more" },
      { type: "gap", lines: 2 },
    ]);
  });

  it("knows a new file and an empty one", () => {
    expect(createDiff(null, "a\nb")).toMatchObject({ added: 2, removed: 0 });
    expect(createDiff("a\n", "")).toMatchObject({ added: 0, removed: 1 });
    expect(createDiff("a", "a")).toEqual({ rows: [], added: 0, removed: 0 });
  });
});

describe("compareWords", () => {
  it("compares words only where that says something", () => {
    expect(compareWords("one two", "three four")).toBeUndefined();
    expect(compareWords("a".repeat(1_000), "a")).toBeUndefined();
    expect(compareWords("one two three", "one 2 three")).toEqual({
      old: [
        { text: "one ", isChanged: false },
        { text: "two", isChanged: true },
        { text: " three", isChanged: false },
      ],
      now: [
        { text: "one ", isChanged: false },
        { text: "2", isChanged: true },
        { text: " three", isChanged: false },
      ],
    });
  });
});

describe("findWordMarks", () => {
  const changedWords = (old: string, now: string): string[] =>
    [...findWordMarks(createDiff(old, now).rows).values()].map((runs) =>
      runs.flatMap(({ text, isChanged }) => (isChanged ? text : [])).join("|"),
    );

  it("pairs lines that were replaced, in order", () => {
    expect(changedWords("let a = 1;\nlet b = 2;", "let a = 3;\nlet b = 4;")).toEqual(["1", "3", "2", "4"]);
  });

  it("marks nothing where lines have no counterpart", () => {
    expect(changedWords("let a = 1;", "let a = 1;\nlet b = 2;")).toEqual([]);
    expect(changedWords("let a = 1;\nlet b = 2;", "let a = 3;")).toEqual([]);
  });
});

it("compares a tool call's texts once, and not at all when they are too long", () => {
  const content = { type: "diff", path: "/a", oldText: "a", newText: "b" } as const;
  expect(contentDiff(content)).toBe(contentDiff(content));
  expect(contentDiff({ ...content, newText: "x".repeat(DIFF_CHARS_MAX) })).toBeUndefined();
});
