import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FUZZY_CHARS_MAX } from "../limits.ts";
import { findBest, findMatch, score } from "./fuzzy.ts";

describe("findBest", () => {
  const files = [
    "src/chat/input/fuzzy.ts",
    "src/fuzzy-logic/readme.md",
    "docs/furry-zoo.md",
    "a/b.ts",
    "src/Foo/UzzyZoo.ts",
  ];

  it("prefers the file name, then beginnings of words, then any match of the letters", () => {
    expect(findBest("fuzzy", files, 9)).toEqual([
      "src/chat/input/fuzzy.ts",
      "src/fuzzy-logic/readme.md",
      "src/Foo/UzzyZoo.ts",
    ]);
    expect(findBest("fz", files, 2)).toContain("docs/furry-zoo.md");
    expect(findBest("b.ts", files, 9)[0]).toBe("a/b.ts");
  });

  it("finds nothing when the letters are missing, and everything for an empty query", () => {
    expect(score("xyz", "abc")).toBeUndefined();
    expect(findBest("", ["b", "a"], 9)).toEqual(["a", "b"]);
  });

  it("ignores case in every alphabet", () => {
    expect(findBest("ΟΔΥΣΣΕΥΣ", ["docs/οδυσσευς.md", "docs/other.md"], 9)).toEqual(["docs/οδυσσευς.md"]);
  });

  it("finds the same in a large folder as by sorting all of it", () => {
    const many = Array.from({ length: 3_000 }, (_, index) => `folder-${index % 7}/name-${(index * 7_919) % 3_000}.ts`);
    const sorted = many
      .flatMap((text) => ({ text, points: score("fn12", text) ?? [] }))
      .filter(({ points }) => typeof points === "number")
      .toSorted(
        (one, other) =>
          Number(other.points) - Number(one.points) ||
          one.text.length - other.text.length ||
          (one.text < other.text ? -1 : 1),
      );
    expect(findBest("fn12", many, 20)).toEqual(sorted.slice(0, 20).map(({ text }) => text));
  });

  it("takes the best place of each letter, not the first", () => {
    // The letters of `tsv` are in `packages` and `chats` too, but they begin words further on.
    expect(findMatch("tsv", "chats/tool-server-view")?.places).toEqual([6, 11, 18]);
    expect(findBest("cv", ["src/a-cold-v", "chat-view"], 9)[0]).toBe("chat-view");
  });
});

describe("findMatch", () => {
  it("says where the letters are", () => {
    expect(findMatch("view", "src/View.ts")?.places).toEqual([4, 5, 6, 7]);
    expect(findMatch("sv", "session-view")?.places).toEqual([0, 8]);
    expect(findMatch("", "x")).toEqual({ points: 0, places: [] });
  });

  it("finds exactly the texts with the letters in order, at the right positions", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", "/", "A"), maxLength: 12 });
    fc.assert(
      fc.property(letters, letters, (query, candidate) => {
        const places = findMatch(query, candidate)?.places;
        const text = places?.map((place) => candidate[place]).join("");
        const pattern = new RegExp(Array.from(query, (letter) => letter).join(".*"), "i");
        expect(text?.toLowerCase()).toBe(pattern.test(candidate) ? query.toLowerCase() : undefined);
        expect(places ?? []).toEqual((places ?? []).toSorted((one, other) => one - other));
      }),
    );
  });

  it("looks at long names too", () => {
    const long = "ab".repeat(FUZZY_CHARS_MAX);
    expect(findMatch("aab", long)?.places).toEqual([0, 2, 3]);
    expect(findMatch("bbbz", long)).toBeUndefined();
  });
});
