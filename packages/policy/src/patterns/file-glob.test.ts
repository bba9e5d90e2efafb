import { cpuMsOf } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { compileFileGlob } from "./glob.ts";

function matches(pattern: string, path: string): boolean {
  const compiled = compileFileGlob(pattern);
  if ("expected" in compiled) throw new Error(compiled.expected);
  return compiled.matches(path);
}

describe("a glob for files", () => {
  it.each([
    ["*.ts", "a.ts", true],
    ["*.ts", "src/deep/a.ts", true],
    ["*.ts", "a.tsx", false],
    ["./*.ts", "a.ts", true],
    ["./*.ts", "src/a.ts", false],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/b/a.ts", false],
    ["src/*.ts", "x/src/a.ts", false],
    ["src/**/*.ts", "src/a.ts", true],
    ["src/**/*.ts", "src/b/c/a.ts", true],
    ["**/test/**", "a/test/b/c.ts", true],
    ["**/test/**", "a/tests/b.ts", false],
    ["**", "any/thing", true],
    ["src/", "src/a/b.ts", true],
    ["a?.ts", "ab.ts", true],
    ["a?.ts", "a.ts", false],
    ["[a-c].ts", "b.ts", true],
    ["[!a-c].ts", "b.ts", false],
    ["[^a-c].ts", "d.ts", true],
    ["[]x].ts", "].ts", true],
    ["*.{ts,tsx}", "a.tsx", true],
    ["{src,test}/**/*.{js,ts}", "test/a/b.js", true],
    ["{a,b{c,d}}.ts", "bd.ts", true],
    ["{single}.ts", "single.ts", true],
    ["*a*a*a*b", "aaaaaab", true],
    [".*", ".env", true],
    ["*", ".env", true],
    ["file+(1).ts", "file+(1).ts", true],
  ])("%s fits %s: %s", (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it("is not slow, for any pattern", () => {
    expect(
      cpuMsOf(() => {
        expect(matches(`${"*a".repeat(60)}*b`, "a".repeat(250))).toBe(false);
        expect(matches(`${"**/a/".repeat(30)}b`, "a/".repeat(200) + "c")).toBe(false);
      }),
    ).toBeLessThan(5_000);
  });

  it("refuses what is malformed or too much", () => {
    expect(compileFileGlob("{a,b}".repeat(12))).toMatchObject({ expected: expect.stringContaining("alternatives") });
    expect(compileFileGlob("a".repeat(2_000))).toMatchObject({ expected: expect.stringContaining("characters") });
    expect(compileFileGlob("[x.ts")).toMatchObject({ expected: expect.stringContaining("a ] for every [") });
    expect(compileFileGlob("/etc/*")).toMatchObject({ expected: expect.stringContaining("relative") });
  });
});
