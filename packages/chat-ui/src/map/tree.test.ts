import { describe, expect, it } from "vitest";
import { createTree, findFolder, foldersTo, OUTSIDE, type TreeFolder } from "./tree.ts";

const treeOf = (...paths: readonly string[]): TreeFolder => createTree(paths.map((path) => ({ path, bytes: 100 })));

/** Folders end with a slash, and what is in them follows. */
const show = ({ folders, files }: TreeFolder): string[] => [
  ...folders.flatMap((folder) => [`${folder.name}/`, ...show(folder).map((line) => `  ${line}`)]),
  ...files.map(({ name }) => name),
];

describe("a tree of files", () => {
  it.each<[paths: string[], expected: string[]]>([
    [[], []],
    [["a"], ["a"]],
    [
      ["src/a", "src/b", "c"],
      ["src/", "  a", "  b", "c"],
    ],
    [
      ["a/b/c/d", "a/b/c/e"],
      ["a/b/c/", "  d", "  e"],
    ],
    [
      ["a/b/c", "a/d"],
      ["a/", "  b/", "    c", "  d"],
    ],
    // An agent that lists a folder names it like a file.
    [
      ["src", "src/a"],
      ["src/", "  a"],
    ],
    [["/etc/passwd"], [`${OUTSIDE}/etc/`, "  passwd"]],
    [
      ["C:/a/b", "../c"],
      [`${OUTSIDE}/`, "  C:/a/", "    b", "  ../", "    c"],
    ],
    [["", "/"], []],
    [["__proto__/constructor"], ["__proto__/", "  constructor"]],
  ])("of %j", (paths, expected) => {
    expect(show(treeOf(...paths))).toEqual(expected);
  });

  it("adds up what is in its folders, the heaviest first", () => {
    const files = [
      { path: "small/a", bytes: 1 },
      { path: "large/b", bytes: 5_000 },
      { path: "large/c", bytes: 9_000 },
      { path: "d", bytes: 10 },
    ];
    const tree = createTree(files);
    expect(tree).toMatchObject({ bytes: 14_011, count: 4 });
    expect(tree.folders.map(({ path, bytes, count }) => [path, bytes, count])).toEqual([
      ["large", 14_000, 2],
      ["small", 1, 1],
    ]);
    expect(tree.folders[0]?.files.map(({ name }) => name)).toEqual(["c", "b"]);
    const weights = [...tree.folders, ...tree.files].map(({ weight }) => weight);
    expect(weights.every((weight) => weight > 0)).toBe(true);
    expect(tree.weight).toBeCloseTo(weights.reduce((sum, weight) => sum + weight, 0));
  });

  it("finds a folder, or the closest above it", () => {
    const tree = treeOf("a/b/c/x", "a/b/d/y", "ab/z");
    const found = (path: string): string => findFolder(tree, path).path;
    expect(["a/b", "a/b/c", "a/b/c/x", "a/b/gone", "ab", "abc", ""].map(found)).toEqual([
      "a/b",
      "a/b/c",
      "a/b/c",
      "a/b",
      "ab",
      "",
      "",
    ]);
    expect(foldersTo(tree, "a/b/c").map(({ path }) => path)).toEqual(["", "a/b", "a/b/c"]);
    expect(foldersTo(tree, "gone").map(({ path }) => path)).toEqual([""]);
  });
});
