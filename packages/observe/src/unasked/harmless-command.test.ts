import { describe, expect, it } from "vitest";
import { isHarmlessCommand } from "./harmless-command.ts";

describe("a command that changes nothing", () => {
  it.each([
    "ls -la",
    "cat a.ts | head -5",
    "cd src && grep -rn foo .",
    "git diff HEAD~1",
    "find . -name '*.ts'",
    "wc -l < a",
  ])("%j", (command) => {
    expect(isHarmlessCommand(command)).toBe(true);
  });

  it.each([
    "",
    "rm a",
    "ls > a",
    "echo $(rm a)",
    "cat `rm a`",
    "find . -delete",
    "find . -exec rm {} +",
    "git commit -m x",
    "git -C . push",
    "git diff --output=a",
    "rg --pre evil x",
    "sudo ls",
    "X=1 ls",
    "$CMD x",
    "diff <(rm a) b",
    "ls; make",
    "ls; ; rm x",
    "ls 'rm x",
    "ls() { rm x; }; ls",
    "for x in a; do rm $x; done",
    `ls ${"{a,".repeat(300)}; rm x`,
    `ls ${"a ".repeat(2_000)}; rm x`,
    `ls ${"a".repeat(20_000)}; rm x`,
    `${"f() ".repeat(4_000)}; rm x`,
  ])("is not %j", (command) => {
    expect(isHarmlessCommand(command)).toBe(false);
  });
});
