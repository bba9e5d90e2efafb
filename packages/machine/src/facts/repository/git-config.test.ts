import { describe, expect, it } from "vitest";
import { findProgramSetting, parseGitConfig } from "./git-config.ts";

const toPairs = (text: string): unknown => parseGitConfig(text)?.map(({ name, value }) => [name, value]);
const findIn = (text: string): string | undefined => findProgramSetting(parseGitConfig(text) ?? []);

describe("the settings of a repository", () => {
  it.each([
    ["", []],
    ["\uFEFF[core]\r\n\tbare\r\n", [["core.bare", "true"]]],
    ["[CORE] Bare=no ; why", [["core.bare", "no"]]],
    ['[diff "Wo\\"rd"]\n\tX = 1', [['diff.Wo"rd.x', "1"]]],
    ["[Remote.Origin]\nurl = a", [["remote.origin.url", "a"]]],
    ['[a]\nb = c \\"d\\" " # e " # f', [["a.b", 'c "d"  # e']]],
    [
      "[a]\nb = c\\\n d\\\r\ne\nf = g",
      [
        ["a.b", "c de"],
        ["a.f", "g"],
      ],
    ],
    ["[a]\nb = c\\nd\\te", [["a.b", "c\nd\te"]]],
    ['[a]\nb = "\\\n#c"', [["a.b", "#c"]]],
  ])("are read from %j", (text, expected) => {
    expect(toPairs(text)).toEqual(expected);
  });

  it.each(["bare = true", "[a]\n= b", "[a\nb = c", "[a][core]\nb = c", "<html>"])("are unknown in %j", (text) => {
    expect(parseGitConfig(text)).toBeUndefined();
  });

  it.each([
    ["; a comment \\"],
    ["# a comment \\\r"],
    ["pager = cat # a comment \\"],
    ["editor = a\\\\"],
    ['editor = "a\\"" ; " \\'],
  ])("are not hidden by the line %j before them", (line) => {
    expect(findIn(`[core]\n${line}\nfsmonitor = ./run-me\n`)).toBe("core.fsmonitor");
  });
});

describe("a setting that runs a program", () => {
  it.each([
    "[core]\nfsmonitor = run-me",
    '[core]\npager = "less; run-me"',
    "[core]\npager = less -a\\nrun-me",
    '[diff "x"]\ntextconv = run-me',
    '[filter "lfs"]\nclean = git-lfs clean && run-me',
    "[gpg]\nprogram = run-me",
    '[gpg "ssh"]\ndefaultKeyCommand = run-me',
    "[include]\npath = elsewhere",
    '[includeIf "gitdir:/"]\npath = elsewhere',
    "[log]\nshowSignature",
    "[pager]\nstatus = run-me",
    "[core]\nworktree = /elsewhere",
    '[remote "o"]\npromisor = true\nurl = ext::run-me',
    '[remote "o"]\npromisor = true\n[core]\nsshCommand = run-me',
  ])("is found in %j", (text) => {
    expect(findIn(text)).toBeDefined();
  });

  it.each([
    "[core]\nfsmonitor = TRUE\npager = less -FRX\nbare = false",
    '[filter "lfs"]\nclean = git-lfs clean -- %f\nrequired = true',
    "[pager]\nlog = off\n[log]\nshowSignature = false",
    '[remote "o"]\nurl = ext::run-me',
    '[remote "o"]\npromisor = true\nurl = git@host.example:a/b.git',
    "[constructor]\nname = run-me",
  ])("is not found in %j", (text) => {
    expect(findIn(text)).toBeUndefined();
  });
});
