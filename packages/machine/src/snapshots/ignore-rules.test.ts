import { cpuMsOf } from "@parley/test-support";
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
});
