import { describe, expect, it } from "vitest";
import { compileGlob } from "./glob.ts";
import { GlobIndex } from "./glob-index.ts";

/** An index with these globs, each with its own text as its value. */
function createIndex(...texts: readonly string[]): GlobIndex<string> {
  const index = new GlobIndex<string>();
  for (const text of texts) {
    const compiled = compileGlob(text);
    if (!("globs" in compiled)) throw new Error(compiled.expected);
    for (const glob of compiled.globs) index.add(glob, text);
  }
  return index;
}

function match(index: GlobIndex<string>, path: string, isFolded = false): string[] {
  const found = new Set<string>();
  index.forEachMatch(path.split("/"), isFolded, (value) => found.add(value));
  return [...found].toSorted();
}

const GLOBS = ["src/api/**", "**/.env", "**/*.pem", "**/id_*", "**", "docs/*.md", "**/a?c/**", "*/b"];

describe("an index of globs", () => {
  it.each<[path: string, expected: string[]]>([
    ["src/api/x/y", ["**", "src/api/**"]],
    ["src/apis/x", ["**"]],
    ["x/src/api/y", ["**"]],
    [".env", ["**", "**/.env"]],
    ["deep/er/.env", ["**", "**/.env"]],
    ["deep/.env.old", ["**"]],
    ["a/key.pem", ["**", "**/*.pem"]],
    ["id_rsa", ["**", "**/id_*"]],
    ["docs/a.md", ["**", "docs/*.md"]],
    ["docs/a/b.md", ["**"]],
    ["x/abc/y", ["**", "**/a?c/**"]],
    ["a/b", ["**", "*/b"]],
    ["", ["**"]],
  ])("finds all that match %j", (path, expected) => {
    expect(match(createIndex(...GLOBS), path)).toEqual(expected);
  });

  it("finds the same as each glob alone", () => {
    const all = createIndex(...GLOBS);
    for (const path of ["src/api/.env", "src/api/id_x.pem", "aéc/b", "a😀c/id_", ".pem", "x//y", "*", "**/b"]) {
      expect(match(all, path)).toEqual(GLOBS.filter((glob) => match(createIndex(glob), path).length > 0).toSorted());
    }
  });

  it("regards the case of letters only if asked to", () => {
    const index = createIndex("**/.Env");
    expect(match(index, "a/.env")).toEqual([]);
    expect(match(index, "a/.Env")).toEqual(["**/.Env"]);
    expect(match(index, "a/.env", true)).toEqual(["**/.Env"]);
  });

  it("knows what could match below a folder", () => {
    const index = createIndex("src/api/**", "docs/*.md");
    const could = (path: string, isMeant: (value: string) => boolean = () => true): boolean =>
      index.couldMatchBelow(path.split("/"), false, isMeant);
    expect([could("src"), could("docs"), could("lib"), could("docs/a")]).toEqual([true, true, false, false]);
    expect(could("src", (value) => value === "docs/*.md")).toBe(false);
  });

  it("may be empty", () => {
    const index = createIndex();
    expect([index.size, match(index, "a")]).toEqual([0, []]);
    expect(createIndex("a", "b").size).toBe(2);
  });
});
