import { describe, expect, it } from "vitest";
import { findGitlinks } from "./git-index.ts";

const FILE = 0o100_644;
const LINK = 0o160_000;

interface Row {
  readonly path: string;
  readonly mode?: number;
  readonly isExtended?: boolean;
}

/** An index as git writes it; the paths of version 4 are shortened against the one before. */
function toIndex(version: number, rows: readonly Row[], hashBytes = 20, extension = ""): Buffer {
  const head = Buffer.alloc(12);
  head.write("DIRC");
  head.writeUInt32BE(version, 4);
  head.writeUInt32BE(rows.length, 8);
  let before = "";
  const entries = rows.map(({ path, mode = FILE, isExtended = false }) => {
    const fixed = Buffer.alloc(40 + hashBytes + (isExtended ? 4 : 2), 0xff);
    fixed.writeUInt32BE(mode, 24);
    fixed.writeUInt16BE(isExtended ? 0x4000 : 0, 40 + hashBytes);
    if (version < 4) {
      const bytes = Buffer.concat([fixed, Buffer.from(path)]);
      return Buffer.concat([bytes, Buffer.alloc(8 - (bytes.length % 8))]);
    }
    let same = 0;
    while (same < before.length && before[same] === path[same]) same += 1;
    const dropped = before.length - same;
    before = path;
    const count = dropped < 128 ? [dropped] : [0x80 | ((dropped >> 7) - 1), dropped & 0x7f];
    return Buffer.concat([fixed, Buffer.from(count), Buffer.from(`${path.slice(same)}\0`)]);
  });
  const behind = Buffer.from(extension === "" ? "" : `${extension}\0\0\0\u0003abc`);
  return Buffer.concat([head, ...entries, behind, Buffer.alloc(hashBytes)]);
}

describe("the repositories in an index", () => {
  const long = "d".repeat(300);
  const rows: readonly Row[] = [
    { path: "a" },
    { path: "b/1234567", mode: LINK },
    { path: `b/${long}/x`, isExtended: true },
    { path: "c/ü", mode: LINK, isExtended: true },
    { path: "c/v" },
    { path: "z", mode: LINK },
  ];

  it.each([
    [2, 20],
    [3, 20],
    [4, 20],
    [2, 32],
    [4, 32],
  ])("of version %i with hashes of %i bytes are found", (version, hashBytes) => {
    const known = version === 2 ? rows.map((row) => ({ ...row, isExtended: false })) : rows;
    expect(findGitlinks(toIndex(version, known, hashBytes), hashBytes)).toEqual(["b/1234567", "c/ü", "z"]);
  });

  it("are found beside extensions, and are none in an empty index", () => {
    expect(findGitlinks(toIndex(2, rows.slice(0, 2), 20, "TREE"), 20)).toEqual(["b/1234567"]);
    expect(findGitlinks(toIndex(2, []), 20)).toEqual([]);
  });

  it("are unknown if some entries are in another file", () => {
    expect(findGitlinks(toIndex(2, rows.slice(0, 2), 20, "link"), 20)).toBeUndefined();
  });

  it.each([
    ["empty", Buffer.alloc(0)],
    ["of another kind", Buffer.from("PACK\0\0\0\u0002\0\0\0\0")],
    ["of an older version", toIndex(1, [])],
    ["of a newer version", toIndex(5, [])],
    ["cut", toIndex(2, rows).subarray(0, 60)],
    ["cut within a name", toIndex(4, [{ path: "abc" }]).subarray(0, 12 + 62 + 3)],
    ["said to have more entries", Buffer.from(toIndex(2, []).fill(0xff, 8, 12))],
  ])("are unknown if the file is %s", (_what, index) => {
    expect(findGitlinks(index, 20)).toBeUndefined();
  });
});
