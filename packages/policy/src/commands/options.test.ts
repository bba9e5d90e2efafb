import { describe, expect, it } from "vitest";
import { dropLeadingOptions, hasOption, hasWord, namesOption } from "./options.ts";

describe("an option", () => {
  it.each<[words: string[], expected: boolean]>([
    [[], false],
    [["-f"], true],
    [["-rf"], true],
    [["--force"], true],
    [["--force=yes"], true],
    [["--forced"], false],
    [["--f"], false],
    [["f", "-"], false],
    [["--", "-f", "--force"], false],
    [["x", "-f", "--"], true],
  ])("is found among %j: %s", (words, expected) => {
    expect(hasOption(words, "f", "--force")).toBe(expected);
  });

  it("may have several letters that mean the same", () => {
    expect(hasOption(["-xR"], "rR", "--recursive")).toBe(true);
    expect(hasOption(["-x"], "rR", "--recursive")).toBe(false);
  });

  it.each<[words: string[], expected: boolean]>([
    [["-I"], true],
    [["-xI"], true],
    [["-i"], false],
    [["--to-command=sh"], true],
    [["--to-c"], true],
    [["--to-commander"], false],
    [["to-command"], false],
    [["--", "--to-command"], false],
  ])("may be abbreviated, as in %j: %s", (words, expected) => {
    expect(namesOption(words, "-I --to-command")).toBe(expected);
  });

  it("may be a whole word with or without a value", () => {
    expect(hasWord(["of=/dev/sda"], "if", "of")).toBe(true);
    expect(hasWord(["-delete"], "-delete")).toBe(true);
    expect(hasWord(["office", "-of=x"], "of")).toBe(false);
  });
});

describe("the options before a sub-command", () => {
  it.each<[program: string, words: string[], expected: string[]]>([
    ["git", ["push", "-f"], ["push", "-f"]],
    ["git", ["-C", "x", "push", "-C", "y"], ["push", "-C", "y"]],
    ["git", ["--git-dir=x", "push"], ["push"]],
    ["git", ["-C"], []],
    ["cargo", ["+nightly", "-Z", "a", "build"], ["build"]],
    ["git", ["+x", "push"], ["+x", "push"]],
    ["other", ["-x", "y"], ["y"]],
  ])("are left out: %s %j", (program, words, expected) => {
    expect(dropLeadingOptions(program, words)).toEqual(expected);
  });

  it.each(["constructor", "__proto__"])("are read of a program that is called %s", (program) => {
    expect(dropLeadingOptions(program, ["-x", "y"])).toEqual(["y"]);
  });
});
