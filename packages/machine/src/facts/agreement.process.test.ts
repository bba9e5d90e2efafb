// The proof by the shell itself: what bash runs was found in the line, or the line was not understood.
import { createTempFolder, type TempFolder } from "@parley/test-support";
import fc from "fast-check";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { composeLine, spellings } from "./testing/compose-line.ts";
import { read } from "./testing/read.ts";

const BASH = "/bin/bash";
const RUNS = 60;
const WORD_RUNS = 200;
const TIME_MS_MAX = 5_000;

let folder: TempFolder;
beforeAll(async () => {
  folder = await createTempFolder();
  await mkdir(folder.file("bin"));
  await mkdir(folder.file("cwd"));
  for (const name of ["ls", "git"]) await writeProgram(name, "exit 0");
  await writeProgram("words", `printf '%s\\0' "$@"`);
  await writeProgram("marker", `: > ${folder.file("ran")}`);
});
afterAll(() => folder[Symbol.asyncDispose]());

async function writeProgram(name: string, body: string): Promise<void> {
  await writeFile(folder.file("bin", name), `#!/bin/sh\n${body}\n`);
  await chmod(folder.file("bin", name), 0o755);
}

/** Whether bash runs the marker in this line. */
async function runsMarker(line: string): Promise<boolean> {
  await rm(folder.file("ran"), { force: true });
  const options = { cwd: folder.file("cwd"), env: { PATH: folder.file("bin") }, timeout: TIME_MS_MAX } as const;
  spawnSync(BASH, ["-c", "--", `${line}\nwait`], { ...options, stdio: "ignore", killSignal: "SIGKILL" });
  return existsSync(folder.file("ran"));
}

async function isSeen(line: string): Promise<boolean> {
  const { commands, isUnparsed } = read(line);
  return isUnparsed || commands.some(({ program }) => program?.text === "marker" || program?.isLiteral === false);
}

/** The words that bash gives to a program. */
function readWordsOfBash(line: string): string[] {
  const options = { cwd: folder.file("cwd"), env: { PATH: folder.file("bin") }, timeout: TIME_MS_MAX } as const;
  const { stdout } = spawnSync(BASH, ["-c", "--", line], { ...options, encoding: "utf8" });
  return stdout.split("\0").slice(0, -1);
}

describe.runIf(existsSync(BASH))("words", () => {
  it("are what bash makes of them, if they are literal", async () => {
    let compared = 0;
    const scraps = [
      "a",
      "b c",
      " ",
      " ",
      "'",
      '"',
      "\\",
      "'x y'",
      '"x y"',
      "$'\\t\\x41\\''",
      "\\ ",
      "''",
      "\\\n",
      "{",
      "}",
      ",",
    ];
    const more = [
      "é",
      "😀",
      "~",
      "#",
      "=",
      "-",
      "\\n",
      '\\"',
      "$'\\u00e9'",
      "[",
      "!",
      "%",
      "$",
      "1",
      "@",
      "+",
      ":",
      "\t",
      "\\\\",
    ];
    const texts = fc
      .array(fc.constantFrom(...scraps, ...more), { maxLength: 8 })
      .map((list) => `words . ${list.join("")}`);
    await fc.assert(
      fc.asyncProperty(texts, async (line) => {
        const { commands, isUnparsed } = read(line);
        const args = commands.flatMap((command) => command.args);
        if (isUnparsed || commands.length !== 1 || !args.every(({ isLiteral }) => isLiteral)) return;
        compared += 1;
        expect({ line, words: args.map(({ text }) => text) }).toEqual({ line, words: readWordsOfBash(line) });
      }),
      { numRuns: WORD_RUNS },
    );
    expect(compared).toBeGreaterThan(WORD_RUNS / 20);
  });
});

describe.runIf(existsSync(BASH))("what bash runs is seen", () => {
  it("in composed lines", async () => {
    let runs = 0;
    const innocent = fc.constantFrom("ls -la", "git status", "ls 'a; b'");
    await fc.assert(
      fc.asyncProperty(composeLine(fc.constantFrom(...spellings("marker", "-rf /x")), innocent), async (line) => {
        if (!(await runsMarker(line))) return;
        runs += 1;
        expect(await isSeen(line)).toBe(true);
      }),
      { numRuns: RUNS },
    );
    expect(runs).toBeGreaterThan(RUNS / 10);
  });

  it("in lines of scraps", async () => {
    const scraps = [
      "ls ",
      "marker ",
      "marker",
      " ",
      ";",
      "&&",
      "|",
      "\n",
      "(",
      ")",
      "{ ",
      "; }",
      "$(",
      "`",
      '"',
      "'",
      "\\",
    ];
    const more = [
      "$'",
      "\\'",
      "[ ",
      " ]",
      "[[ ",
      " ]]",
      "x=",
      "<<E\n",
      "<<'E'\n",
      "\nE\n",
      "#",
      ">f",
      "a",
      "${x:-",
      "}",
      "\\\n",
    ];
    const line = fc
      .array(fc.constantFrom(...scraps, ...more), { minLength: 2, maxLength: 12 })
      .map((texts) => texts.join(""));
    await fc.assert(
      fc.asyncProperty(line, async (text) => {
        // Only what looks harmless needs the proof.
        if (!text.includes("marker") || (await isSeen(text))) return;
        expect(await runsMarker(text)).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    String.raw`ls $'a\\' ; marker ; ls '\''x'`,
    "ls >&'$(marker)'",
    "RANDOM='a[$(marker)]'",
    "[ a || marker ]",
    "ls \"${x:-'$(marker)'}\"",
    "x='a[$(marker)]'; (( x ))",
    "declare -a x='($(marker))'",
    "ls <<E\n`marker`\nE",
    "mar\\\nker",
  ])("even in %j", async (line) => {
    expect(await runsMarker(line)).toBe(true);
    expect(await isSeen(line)).toBe(true);
  });
});
