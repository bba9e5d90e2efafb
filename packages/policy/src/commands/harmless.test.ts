import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import type { CommandFacts } from "../facts.ts";
import { createCommand, createLine, createRules, createWord } from "../testing/facts.ts";
import { isHarmless } from "./harmless.ts";

const judge = (facts: CommandFacts): string => decide({ kind: "execute", command: "" }, facts, createRules()).verdict;

describe("harmless commands", () => {
  it.each([
    "ls -la src",
    "cat src/a.ts",
    "grep -n foo src/a.ts",
    "rg foo",
    "find . -name x.ts",
    "git status",
    "git --no-pager log -5",
    "git --version",
    "git diff --stat",
    "git branch -a",
    "sort a.txt",
    "uniq -c a.txt",
    "/usr/bin/git status",
    "CI=1 ls",
    "cd src",
  ])("%s is allowed at the level auto", (line) => {
    expect(judge(createLine(line))).toBe("allow");
  });

  it.each([
    "grep -r key .",
    "grep --recursive key .",
    "rg --hidden key",
    "rg -uu key",
    "rg --no-ignore-vcs key",
    "rg --pre x key",
    "find . -exec x",
    "find . -delete",
    "find . -fprintf x",
    "git -c core.pager=x log",
    "git --no-pager -c core.pager=x log",
    "git -C .. status",
    "git branch new",
    "git branch -D x",
    "git log --output=x",
    "git diff --ext-diff",
    "git diff --no-index a b",
    "git tag v1",
    "sort -o out a",
    "sort -ro out a",
    "uniq a b",
    "date -s x",
    "./git status",
    "/tmp/git status",
    "PATH=. ls",
    "SOMETHING=1 ls",
    "echo $HOME",
    "cat src/*",
    "npm test",
    "tail -f a.log",
    "toString x",
  ])("%s is asked about", (line) => {
    expect(judge(createLine(line))).toBe("ask");
  });

  it("knows no program by an inherited name", () => {
    expect(isHarmless("constructor", createCommand("constructor"))).toBe(false);
    expect(isHarmless("git", createCommand("git constructor"))).toBe(false);
  });

  it("ask about what they name: secrets, links that lead outside, what comes at run time", () => {
    expect(judge(createLine("cat .env"))).toBe("ask");
    expect(judge(createLine("cat /etc/passwd"))).toBe("ask");
    expect(judge(createLine({ ...createCommand("cat"), args: [createWord("link", { real: "/etc/passwd" })] }))).toBe(
      "ask",
    );
    expect(judge(createLine(createCommand("cat", { via: ["xargs"] })))).toBe("ask");
    expect(judge(createLine(createCommand("cat", { via: ["find"] })))).toBe("ask");
  });

  it("do not show whole folders while a rule hides something in them", () => {
    const judgeWith = (line: string, raw: object): string =>
      decide({ kind: "execute", command: "" }, createLine(line), createRules(raw)).verdict;
    expect(judgeWith("rg foo", { zones: { deny: ["infra"] } })).toBe("ask");
    expect(judgeWith("git diff", { zones: { allow: ["src"] } })).toBe("ask");
    expect(judgeWith("rg foo", { rules: [{ verdict: "deny", kind: "write", paths: "dist" }] })).toBe("allow");
    expect(judgeWith("cat src/a", { zones: { deny: ["infra"] } })).toBe("allow");
  });

  it("may write where the agent may write", () => {
    expect(judge(createLine("echo hello > src/a.txt"))).toBe("allow");
    expect(judge(createLine("echo hello > /dev/null"))).toBe("allow");
    expect(judge(createLine("echo hello >> .env"))).toBe("ask");
    expect(judge(createLine("echo hello > /etc/cron.d/x"))).toBe("ask");
    expect(judge(createLine("echo hello > $X"))).toBe("ask");
  });
});
