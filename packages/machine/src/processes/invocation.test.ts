import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isShellLine, toInvocation } from "./invocation.ts";

let cwd = "";
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "parley-invocation-"));
  writeFileSync(join(cwd, "my tool"), "#!/bin/sh\n");
  writeFileSync(join(cwd, "a;b\nc"), "#!/bin/sh\n");
});
afterAll(() => rmSync(cwd, { recursive: true }));

describe("isShellLine", () => {
  it.each(["git status", "ls|wc", "FOO=1", "~/bin/x", "echo\thi", "a\nb", "$HOME/x", "x;y", "`x`", "a*"])(
    "is true for %j",
    (command) => expect(isShellLine({ command, cwd })).toBe(true),
  );

  it.each(["git", "/bin/ls", "./x-1.2_3", "node20", "c++", "a@b:c,d"])("is false for the plain name %j", (command) => {
    expect(isShellLine({ command, cwd })).toBe(false);
  });

  it("is false with arguments, for any command", () => {
    expect(isShellLine({ command: "git status && x", args: ["a"], cwd })).toBe(false);
  });

  it("is true with an empty list of arguments: agents send it", () => {
    expect(isShellLine({ command: "git status", args: [], cwd })).toBe(true);
  });

  it("is false for the path of a file, not for a name that happens to be one here", () => {
    expect(isShellLine({ command: "./my tool", cwd })).toBe(false);
    expect(isShellLine({ command: join(cwd, "a;b\nc"), cwd })).toBe(false);
    expect(isShellLine({ command: "my tool", cwd })).toBe(true);
    expect(isShellLine({ command: `./${"x".repeat(10_000)} y`, cwd })).toBe(true);
  });

  it.each([
    "cat src/run.sh",
    "cat src/../package.json",
    "cat<src/run.sh",
    "ls;src/run.sh",
    "tool=1/run.sh",
    "./tool src/run.sh",
    "./tool;src/run.sh",
    "sub/tool src/run.sh",
  ])("is true for %j, although it is a path here as well", (command) => {
    writeFileSync(join(cwd, "tool"), "#!/bin/sh\n");
    writeFileSync(join(cwd, "package.json"), "{}");
    mkdirSync(dirname(resolve(cwd, command)), { recursive: true });
    writeFileSync(resolve(cwd, command), "#!/bin/sh\n");
    expect(isShellLine({ command, cwd })).toBe(true);
  });
});

describe.skipIf(process.platform === "win32")("toInvocation", () => {
  it("passes a program and its arguments on untouched", () => {
    const args = ["a b", "$(x)", ""];
    expect(toInvocation({ command: "my tool", args, cwd })).toEqual({ file: "my tool", args, viaShell: false });
  });

  it("gives a line to a shell, out of reach of the shell's own options", () => {
    const { file, args, viaShell } = toInvocation({ command: "-x && y", cwd });
    expect([file, viaShell]).toEqual([expect.stringMatching(/sh$/), true]);
    expect(args.slice(-3)).toEqual(["-c", "--", "\n-x && y"]);
  });

  it("has the shell mix its streams and set its mark before anything else", () => {
    const { args } = toInvocation({ command: "x y", cwd }, { oneStream: true, lockLimit: "12" });
    expect(args.at(-1)).toMatch(/^exec 2>&1; ulimit -S\w 12 2>\/dev\/null\nx y$/);
  });
});
