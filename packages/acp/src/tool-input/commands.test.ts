import { describe, expect, it } from "vitest";
import { isShell, toCommands, toInnerLine, toLine, toScript } from "./commands.ts";
import type { CommandReading } from "./reading.ts";

/** Objects nested to the given depth. */
const nest = (depth: number): unknown => (depth === 0 ? "ls" : { command: nest(depth - 1) });

describe("the commands in an input", () => {
  it.each<[value: unknown, args: unknown, expected: CommandReading[]]>([
    ["ls -l", undefined, ["ls -l"]],
    ["", undefined, []],
    [" \n", ["-l"], []],
    ["ls", ["-l", 3, true], [{ command: "ls", args: ["-l", "3", "true"] }]],
    ["ls", "-l /", ["ls -l /"]],
    ["ls", [{}], ["ls"]],
    [["ls"], undefined, ["ls"]],
    [["rm", "a b"], undefined, [{ command: "rm", args: ["a b"] }]],
    [["rm", "a b"], "-f c", ["rm 'a b' -f c"]],
    [[["ls"], "pwd", { command: "id" }], undefined, ["ls", "pwd", "id"]],
    [{ command: "ls", args: ["-l"] }, undefined, [{ command: "ls", args: ["-l"] }]],
    [{ program: "ls", note: "rm" }, undefined, ["ls"]],
    [{ Command_Line: "ls" }, undefined, ["ls"]],
    [[], undefined, []],
    [7, undefined, []],
    [null, undefined, []],
  ])("%j with %j", (value, args, expected) => {
    expect(toCommands(value, args)).toEqual(expected);
  });

  it("are not looked for at any depth", () => {
    expect(toCommands(nest(3), undefined)).toEqual(["ls"]);
    expect(toCommands(nest(1_000), undefined)).toEqual([]);
  });

  it("are one script if they are lines", () => {
    expect(toScript(["cd a", "ls"])).toEqual(["cd a\nls"]);
    expect(toScript([" ", ""])).toEqual([]);
    expect(toScript("ls")).toEqual(["ls"]);
    expect(toScript([{ command: "ls" }])).toEqual(["ls"]);
  });
});

describe("a command as a line", () => {
  it.each<[args: string[], line: string]>([
    [["-l", "a/b.c", "x=1"], "p -l a/b.c x=1"],
    [["a b"], "p 'a b'"],
    [["it's"], `p 'it'\\''s'`],
    [[""], "p ''"],
    [["$HOME", ";", "a\nb", "*"], "p '$HOME' ';' 'a\nb' '*'"],
    [["é"], "p 'é'"],
  ])("has its words quoted: %j", (args, line) => {
    expect(toLine({ command: "p", args })).toBe(line);
  });

  it.each<[command: CommandReading, line: string]>([
    ["bash -c ls", "bash -c ls"],
    [{ command: "bash", args: ["-lc", "ls | wc"] }, "ls | wc"],
    [{ command: "/usr/bin/zsh", args: ["-c", "ls"] }, "ls"],
    [{ command: "bash", args: ["-c", "ls", "x"] }, "bash -c ls x"],
    [{ command: "bash", args: ["-l", "ls"] }, "bash -l ls"],
    [{ command: "bash", args: ["-c"] }, "bash -c"],
    [{ command: "python", args: ["-c", "1 + 1"] }, "python -c '1 + 1'"],
  ])("is what a shell runs: %j", (command, line) => {
    expect(toInnerLine(command)).toBe(line);
  });

  it("knows the shells", () => {
    expect(["sh", "bash", " /bin/dash ", "fish"].every(isShell)).toBe(true);
    expect(["ssh", "./sh", "bash -c", "C:\\sh", "bashful", ""].some(isShell)).toBe(false);
  });
});
