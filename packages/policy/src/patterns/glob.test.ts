import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PATTERN_CHARS_MAX } from "../limits.ts";
import { compileGlob, foldCase, type Glob } from "./glob.ts";
import { GlobIndex } from "./glob-index.ts";
import { compilePart, matchPart, type Part } from "./part.ts";
import { anyParts, couldMatchBelow, matchSequence, type Sequence } from "./sequence.ts";

function compile(text: string): readonly Glob[] {
  const compiled = compileGlob(text);
  if ("expected" in compiled) throw new Error(`${text}: ${compiled.expected}`);
  return compiled.globs;
}

const matches = (glob: string, path: string): boolean =>
  compile(glob).some(({ exact }) => matchSequence(exact, path === "" ? [] : path.split("/")));

describe("globs", () => {
  it.each([
    ["src/**", "src/a/b.ts", true],
    ["src/**", "src", true],
    ["src/**", "src-evil/a.ts", false],
    ["src/**", "lib/src/a.ts", false],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/a/b.ts", false],
    ["src/*", "src/a/b.ts", true],
    ["*.pem", "deep/down/key.pem", true],
    ["*.pem", "deep/key.pem/inside", true],
    ["*.pem", ".pem", true],
    ["*.pem", "key.pem.txt", false],
    ["infra", "a/infra/b", true],
    ["infra/", "infra/b", true],
    ["./infra", "a/infra", false],
    ["./infra", "infra/x", true],
    ["**/test/**/*.ts", "a/test/b/c/d.ts", true],
    ["**/test/**/*.ts", "test/d.ts", true],
    ["**/test/**/*.ts", "a/tests/d.ts", false],
    ["a/**/b/**/c", "a/x/b/y/b/z/c", true],
    ["a/**/b/**/c", "a/x/c/b", false],
    ["**", "", true],
    ["**", "anything/at/all", true],
    ["a?c", "abc", true],
    ["a?c", "ac", false],
    ["?", "😀", true],
    ["??", "😀", false],
    ["[a-c]x", "bx", true],
    ["[!a-c]x", "bx", false],
    ["[!a-c]x", "dx", true],
    ["[]]x", "]x", true],
    ["*.{pem,key}", "a/b.key", true],
    ["{a,b/{c,d}}/e", "b/d/e", true],
    ["{a,b/{c,d}}/e", "c/e", false],
    ["a**b", "axxb", true],
    [".env*", ".env.local", true],
    ["x", "", false],
  ])("%s and %j: %s", (glob, path, expected) => {
    expect(matches(glob, path)).toBe(expected);
  });

  it.each([
    "",
    "/etc/passwd",
    "~/x",
    "C:/x",
    "a\\b",
    "!a",
    "a/../b",
    "a//b",
    "a/./b",
    "[a",
    "{a,b",
    "a}",
    "x".repeat(PATTERN_CHARS_MAX + 1),
    "a/".repeat(100),
    "{a,b}".repeat(12),
    "nul\0",
  ])("%j is refused", (glob) => {
    expect(compileGlob(glob)).toEqual({ expected: expect.any(String) });
  });

  it("fold what case-insensitive file systems fold, and one spelling of accents", () => {
    expect(foldCase("SRC/E\u0301.TS")).toBe("src/\u00E9.ts");
    expect(foldCase("ΚΩΔΙΚΟΣ/ſ")).toBe(foldCase("κωδικός/S".normalize("NFD").replaceAll("\u0301", "")));
    const [glob] = compile("SRC/[A-C]*");
    expect(matchSequence(glob?.folded ?? [], ["src", "bee"])).toBe(true);
    expect(matchSequence(glob?.exact ?? [], ["src", "bee"])).toBe(false);
  });

  it("tell whether something below could match", () => {
    const [glob] = compile("config/prod/**");
    expect(couldMatchBelow(glob?.exact ?? [], ["config"])).toBe(true);
    expect(couldMatchBelow(glob?.exact ?? [], [])).toBe(true);
    expect(couldMatchBelow(glob?.exact ?? [], ["src"])).toBe(false);
    expect(couldMatchBelow(compile("*.pem")[0]?.exact ?? [], ["src"])).toBe(true);
  });
});

/** Tries everything. */
function slowPart(pattern: string, text: string): boolean {
  const [first, ...rest] = Array.from(pattern);
  if (first === undefined) return text === "";
  if (first === "*") {
    return slowPart(rest.join(""), text) || (text !== "" && slowPart(pattern, Array.from(text).slice(1).join("")));
  }
  const [head, ...tail] = Array.from(text);
  return head !== undefined && (first === "?" || first === head) && slowPart(rest.join(""), tail.join(""));
}

function slowSequence(pattern: readonly string[], texts: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return texts.length === 0;
  if (first === "**") return slowSequence(rest, texts) || (texts.length > 0 && slowSequence(pattern, texts.slice(1)));
  const [head, ...tail] = texts;
  return head !== undefined && slowPart(first, head) && slowSequence(rest, tail);
}

function toSequence(pattern: readonly string[]): Sequence {
  return pattern.map((text) => (text === "**" ? anyParts : (compilePart(text, "wildcard") as Part)));
}

/** Few letters, so that much matches. */
const piece = (letters: string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...letters), { maxLength }).map((list) => list.join(""));
const patternPart = fc.oneof(
  fc.constant("**"),
  piece(["a", "b", "*", "?", "é"], 6).map((text) => text || "a"),
);
const text = piece(["a", "b", "é", "😀"], 8);

describe("matching", () => {
  it("agrees with trying everything, part by part", () => {
    const pattern = piece(["a", "b", "*", "?", "😀"], 8);
    fc.assert(
      fc.property(pattern, text, (glob, subject) => {
        expect(matchPart(compilePart(glob, "wildcard") as Part, subject)).toBe(slowPart(glob, subject));
      }),
      { numRuns: 3_000 },
    );
  });

  it("agrees with trying everything, row by row", () => {
    fc.assert(
      fc.property(fc.array(patternPart, { maxLength: 6 }), fc.array(text, { maxLength: 6 }), (pattern, texts) => {
        expect(matchSequence(toSequence(pattern), texts)).toBe(slowSequence(pattern, texts));
      }),
      { numRuns: 3_000 },
    );
  });

  it("finds by the index what it finds one by one", () => {
    const name = fc.constantFrom("a", "b", "ab", "ba", "*", "a*", "*b", "*a*", "?");
    const glob = fc.tuple(fc.boolean(), fc.array(name, { minLength: 1, maxLength: 3 }));
    const globs = fc.array(
      glob.map(([isDeep, names]) => (isDeep ? ["**", ...names] : names).join("/")),
      { maxLength: 12 },
    );
    const path = fc.array(
      piece(["a", "b"], 3).map((segment) => segment || "a"),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(globs, path, (texts, segments) => {
        const index = new GlobIndex<string>();
        for (const one of texts) for (const compiled of compile(one)) index.add(compiled, one);
        const found = new Set<string>();
        index.forEachMatch(segments, false, (value) => found.add(value));
        expect(found).toEqual(new Set(texts.filter((one) => matches(one, segments.join("/")))));
      }),
      { numRuns: 1_000 },
    );
  });

  /** A text that counts how often it is looked at. */
  function countSteps(pattern: string, length: number): number {
    let steps = 0;
    const counting = {
      length,
      startsWith: () => true,
      endsWith: () => true,
      codePointAt: () => {
        steps += 1;
        return 0x61;
      },
    };
    matchPart(compilePart(pattern, "wildcard") as Part, counting as unknown as string);
    return steps;
  }

  it.each([
    "*a*a*a*a*a*a*a*a*b",
    "a*a*a*a*a*a*a*a*a*a*b",
    `${"a".repeat(60)}*${"a".repeat(60)}b*`,
    "*".repeat(200) + "b",
  ])("is linear in the text: %s", (pattern) => {
    for (const length of [1_000, 10_000, 100_000]) {
      expect(countSteps(pattern, length)).toBeLessThanOrEqual(pattern.length * (length + 1));
    }
    expect(countSteps(pattern, 100_000)).toBeLessThanOrEqual(10.5 * countSteps(pattern, 10_000));
  });

  it("takes no longer for a row that almost matches everywhere", () => {
    const row = toSequence(["**", "a", "**", "a", "**", "a", "**", "a", "**", "b"]);
    let steps = 0;
    const texts = new Proxy(
      Array.from({ length: 20_000 }, () => "a"),
      {
        get: (target, key) => {
          if (typeof key === "string" && /^\d/.test(key)) steps += 1;
          return Reflect.get(target, key) as unknown;
        },
      },
    );
    expect(matchSequence(row, texts)).toBe(false);
    expect(steps).toBeLessThanOrEqual(row.length * (texts.length + 1));
  });
});
