import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOut, neighbour, tileAt, type Box } from "./layout.ts";
import { createTree, findFolder, foldersTo, OUTSIDE } from "./tree.ts";

const NAMES = fc.constantFrom("a", "b", "src", "test", "index.ts", "x.md");
const FILES = fc.uniqueArray(
  fc.record({
    path: fc.array(NAMES, { minLength: 1, maxLength: 5 }).map((names) => `${names.join("/")}.f`),
    bytes: fc.nat(1_000_000),
  }),
  { selector: ({ path }) => path, maxLength: 60 },
);

describe("a tree of files", () => {
  it("makes one folder of folders with nothing else in them, and sorts by size", () => {
    const tree = createTree([
      { path: "packages/one/src/a.ts", bytes: 10 },
      { path: "packages/one/src/b.ts", bytes: 9_000 },
      { path: "README.md", bytes: 500 },
    ]);
    expect(tree.count).toBe(3);
    expect(tree.folders.map(({ name, path }) => [name, path])).toEqual([["packages/one/src", "packages/one/src"]]);
    expect(tree.folders[0]?.files.map(({ name }) => name)).toEqual(["b.ts", "a.ts"]);
    expect(tree.bytes).toBe(9_510);
  });

  it("has a place for what is outside, and takes a listed folder for the folder that it is", () => {
    const tree = createTree([
      { path: "/etc/hosts", bytes: 1 },
      { path: "src", bytes: 1 },
      { path: "src/a.ts", bytes: 1 },
    ]);
    expect(tree.folders.map(({ name }) => name).toSorted()).toEqual([`${OUTSIDE}/etc`, "src"]);
    expect(tree.files).toEqual([]);
  });

  it("finds a folder by its path, and the way to it", () => {
    const tree = createTree(["a/b/c.ts", "a/x.ts", "a/b/d/e.ts", "f.ts"].map((path) => ({ path, bytes: 1 })));
    expect(findFolder(tree, "a/b/d").path).toBe("a/b/d");
    expect(findFolder(tree, "a/gone").path).toBe("a");
    expect(foldersTo(tree, "a/b/d").map(({ path }) => path)).toEqual(["", "a", "a/b", "a/b/d"]);
  });
});

describe("a layout", () => {
  it("gives every file a place within the box and over no other file", () => {
    fc.assert(
      fc.property(
        FILES,
        fc.integer({ min: 40, max: 900 }),
        fc.integer({ min: 40, max: 900 }),
        (files, width, height) => {
          const tree = createTree(files);
          const { files: tiles, folders } = layOut(tree, width, height);
          expect(tiles).toHaveLength(tree.count);
          for (const tile of [...tiles, ...folders]) expect(isWithin(tile, { x: 0, y: 0, width, height })).toBe(true);
          for (const [index, tile] of tiles.entries()) {
            for (const other of tiles.slice(index + 1)) expect(overlap(tile, other)).toBeLessThan(0.01);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("draws files of one folder by their weights, and near to squares", () => {
    const files = Array.from({ length: 40 }, (_, index) => ({ path: `f${index}`, bytes: 1_000 + index * 500 }));
    const { files: tiles } = layOut(createTree(files), 400, 300);
    const scale = tiles.map(({ width, height, file }) => (width * height) / file.weight);
    for (const one of scale) expect(one).toBeCloseTo(scale[0] ?? 0, 3);
    expect(Math.max(...tiles.map(({ width, height }) => Math.max(width / height, height / width)))).toBeLessThan(3);
  });

  it("knows what is at a point, and what is next to a file", () => {
    const layout = layOut(createTree(["a", "b", "c", "d"].map((path) => ({ path, bytes: 1_000 }))), 200, 200);
    const topLeft = tileAt(layout, 10, 10);
    const topRight = tileAt(layout, 190, 10);
    if (topLeft === undefined || !("file" in topLeft)) throw new Error("no file");
    expect(neighbour(layout, topLeft, "right")).toBe(topRight);
    expect(neighbour(layout, topLeft, "left")).toBeUndefined();
    expect(tileAt(layout, 500, 10)).toBeUndefined();
  });
});

function isWithin(tile: Box, box: Box): boolean {
  const slack = 0.01;
  return (
    tile.x >= box.x - slack &&
    tile.y >= box.y - slack &&
    tile.x + tile.width <= box.x + box.width + slack &&
    tile.y + tile.height <= box.y + box.height + slack
  );
}

function overlap(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}
