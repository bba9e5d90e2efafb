import { cpuMsOf, createTempFolder } from "@parley/test-support";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addRules, noRules } from "./ignore-rules.ts";

const isIgnored = (text: string, path: string): boolean =>
  addRules(noRules, text, 0).isIgnored(path.replace(/\/$/, "").split("/"), path.endsWith("/"));

describe("ignore rules", () => {
  it.each([
    ["*.log", "a.log", true],
    ["*.log", "deep/down/a.log", true],
    ["*.log", "a.log.txt", false],
    ["/a", "a", true],
    ["/a", "b/a", false],
    ["a/", "a/", true],
    ["a/", "a", false],
    ["a/b", "a/b", true],
    ["a/b", "x/a/b", false],
    ["**/b", "x/a/b", true],
    ["a/**", "a/x/y", true],
    ["a/**", "a/", false],
    ["a/**/b", "a/b", true],
    ["a/**/b", "a/x/y/b", true],
    ["a**b", "axxb", true],
    ["a**/b", "ax/y/b", false],
    ["*", "anything", true],
    ["*\n!*.ts", "a.ts", false],
    ["*.ts\n!keep.ts\n*.ts", "keep.ts", true],
    ["# comment", "# comment", false],
    ["\\# no comment", "# no comment", true],
    ["\\!a", "!a", true],
    ["a ", "a", true],
    ["a\\ ", "a ", true],
    ["[a-c]x", "bx", true],
    ["[!a-c]x", "bx", false],
    ["[[:digit:]]", "7", true],
    ["[]x]", "]", true],
    ["[a", "[a", false],
    ["a\\", "a\\", false],
    ["\uFEFFa", "a", true],
    ["a\r\nb\r\n", "b", true],
    ["/", "a", false],
    ["?", "é", true],
  ])("%j with %j: %j", (text, path, expected) => {
    expect(isIgnored(text, path)).toBe(expected);
  });

  it("takes no time for a pattern made to take long", () => {
    const pattern = `${"*a".repeat(500)}b\n${"**/a/".repeat(500)}b`;
    expect(
      cpuMsOf(() => expect(isIgnored(pattern, `${"a".repeat(255)}/${"a/".repeat(1_000)}c`)).toBe(false)),
    ).toBeLessThan(5_000);
  });

  it("ignores what git ignores", { timeout: 120_000 }, async () => {
    await using temp = await createTempFolder();
    const git = (args: readonly string[], input?: string): string => {
      const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
      return execFileSync("git", [...args], {
        cwd: temp.path,
        env,
        ...(input === undefined ? {} : { input }),
      }).toString();
    };
    git(["init", "-q"]);
    const name = fc.constantFrom("a", "b", "ab", "a.b", "A", "-", "a]", "[a]", "!a", "#a", "a ", "**");
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
    const piece = fc.constantFrom(
      "a",
      "b",
      "*",
      "**",
      "/",
      "?",
      ".",
      "[ab]",
      "[!a]",
      "[a-]",
      "[]a]",
      "\\a",
      "\\*",
      "!",
      " ",
      "#",
    );
    // Two oddities are left out: a slash inside brackets, and stars behind a plain start, which git takes for folders.
    const line = fc
      .array(piece, { minLength: 1, maxLength: 7 })
      .map((pieces) => pieces.join(""))
      .filter((made) => !/[^/*]\*\*/.test(made));
    const text = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 8 }), text, text, (paths, outer, inner) => {
        rmSync(temp.file("w"), { recursive: true, force: true });
        mkdirSync(temp.file("w", "a"), { recursive: true });
        const files = paths.filter(
          (one) => one !== "a" && !paths.some((other) => other !== one && other.startsWith(`${one}/`)),
        );
        for (const file of files) {
          mkdirSync(dirname(temp.file("w", file)), { recursive: true });
          writeFileSync(temp.file("w", file), "");
        }
        writeFileSync(temp.file("w", ".gitignore"), outer);
        writeFileSync(temp.file("w", "a", ".gitignore"), inner);
        const listed = git(["ls-files", "-o", "-z", "--exclude-standard", "w"]).split("\0");
        const expected = files.filter((file) => listed.includes(join("w", file)));
        expect(files.filter((file) => !isIgnoredWithParents(outer, inner, file))).toEqual(expected);
      }),
      { numRuns: 120 },
    );
  });
});

/** What is in an ignored folder is ignored as well; the second text belongs to the folder `a`. */
function isIgnoredWithParents(outer: string, inner: string, path: string): boolean {
  const names = path.split("/");
  return names.some((_, index) => {
    const own = addRules(noRules, outer, 0);
    const rules = names[0] === "a" && index > 0 ? addRules(own, inner, 1) : own;
    return rules.isIgnored(names.slice(0, index + 1), index < names.length - 1);
  });
}
