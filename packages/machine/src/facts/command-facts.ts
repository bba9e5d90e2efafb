// The facts about a command that policy needs: every program that it would run, and every path that those name.
import type { Assignment, CommandFacts, Ground, Redirect, SimpleCommand, Word } from "@parley/policy";
import { resolve } from "node:path";
import { parsePath } from "../files/path-syntax.ts";
import type { Environment } from "../processes/environment.ts";
import { isShellLine, toInvocation } from "../processes/invocation.ts";
import { Disk } from "./disk.ts";
import { WORDS_MAX } from "../limits.ts";
import { LineFolders, type Spot } from "./line-folders.ts";
import { START } from "./line/folders.ts";
import { Found, type FoundCommand, type FoundRedirect, type FoundWord } from "./line/found.ts";
import { readLine, readWords } from "./line/read-line.ts";
import { ProgramPath } from "./planted.ts";
import { readRepositoryFacts } from "./repository/repository-facts.ts";
import { toSystemName } from "./wrappers/system-name.ts";
import { placeProgram, placeTarget, placeWord, type Surroundings } from "./word-places.ts";

/** A shell line, or a program with arguments. Only a line without arguments is run by a shell. */
export type CommandInput = string | { readonly command: string; readonly args?: readonly string[] | undefined };

export interface CommandOptions {
  /** Where the command starts; a relative path starts at the workspace. */
  readonly cwd: string;
  /** Variables that are set for it in addition to the inherited ones. */
  readonly environment?: Environment | undefined;
}

export interface CommandContext {
  readonly ground: Ground;
  readonly home: string | undefined;
  /** The environment that the command inherits. */
  readonly inherited: Environment;
  /** The PATH that it inherits. */
  readonly path: ProgramPath;
}

export async function readCommandFacts(
  { ground, home, inherited, path }: CommandContext,
  input: CommandInput,
  { cwd, environment = {} }: CommandOptions,
): Promise<CommandFacts> {
  const disk = new Disk(ground.roots);
  const start = await disk.resolveReal(parsePath(resolve(ground.workspace, cwd)));
  const set = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const found = new Found();
  for (const [name, value] of set) found.assign(name, value);
  if (inherited["CDPATH"] !== undefined) found.isSteered = true;
  found.assigned.clear();
  find(found, input, start);
  const ownHome = environment["HOME"] ?? home;
  const programs = environment["PATH"] === undefined ? path : new ProgramPath(environment["PATH"], ground.roots);
  const around = { disk, ground, home: ownHome, programs };
  const commands = await place(around, found, await findSpot(disk, found, start, inherited));
  return {
    ...ground,
    cwd: start,
    home: ownHome,
    commands,
    hasUnparsed: found.isUnparsed || found.variables.isDoubtful,
    functions: [...found.functions],
    environment: set.map(([name, text]): Assignment => ({ name, value: { text, isLiteral: true } })),
    exports: findExports(found, { ...inherited, ...environment }),
  };
}

/** A loop or a builtin that sets an exported variable sets it for every later program. */
function findExports({ assigned, commands }: Found, environment: Environment): readonly string[] {
  const isSeen = (name: string): boolean => commands.some((one) => one.assignments.some((two) => two.name === name));
  return [...assigned].filter((name) => (name === "PATH" || environment[name] !== undefined) && !isSeen(name));
}

/** A shell accepts a given PWD if it names the current folder. This only matters for `cd`. */
async function findSpot(disk: Disk, found: Found, real: string, inherited: Environment): Promise<Spot> {
  const given = inherited["PWD"];
  const isAsked = found.isMoving && given?.startsWith("/") === true;
  const isHere = isAsked && (await disk.resolveReal(parsePath(given))) === real;
  return { logical: isHere ? given : real, real };
}

function find(found: Found, input: CommandInput, cwd: string): void {
  const here = { via: [], folder: START };
  const line = typeof input === "string" ? input : undefined;
  const { command, args = [] } = typeof input === "string" ? { command: input } : input;
  if (line === undefined && !isShellLine({ command, args, cwd })) {
    readWords(found, [command, ...args], here);
  } else if (process.platform === "win32") {
    // cmd.exe has its own grammar, which is not parsed here.
    found.isUnparsed = true;
  } else {
    const { file } = toInvocation({ command: ":;", cwd });
    readLine(found, command, here, file.endsWith("/bash") ? "bash" : "posix");
  }
}

interface Around {
  readonly disk: Disk;
  readonly ground: Ground;
  readonly home: string | undefined;
  readonly programs: ProgramPath;
}

async function place({ disk, ground, home, programs }: Around, found: Found, start: Spot): Promise<SimpleCommand[]> {
  const words = found.commands.reduce((sum, { args, assignments }) => sum + args.length + assignments.length, 0);
  if (words > WORDS_MAX) {
    found.isUnparsed = true;
    return [];
  }
  const folders = new LineFolders(disk, found, start, home);
  return Promise.all(
    found.commands.map(async (command) => {
      const folder = await folders.find(command.folder);
      const placed = await placeCommand(command, { disk, home, folder });
      const name = command.program?.text ?? "";
      const isBare = name !== "" && !name.includes("/");
      return {
        ...placed,
        isPlanted: isBare && (await programs.hasPlanted(name, folder, disk)),
        repository:
          isGit(name) && folder !== undefined ? await readRepositoryFacts(folder, ground.roots, home) : undefined,
      };
    }),
  );
}

function isGit(program: string): boolean {
  return toSystemName(program) === "git";
}

async function placeCommand(command: FoundCommand, around: Surroundings): Promise<SimpleCommand> {
  const { program, via, isWrapper } = command;
  const values = command.assignments.map(async ({ name, value }) => ({ name, value: await toWord(value, around) }));
  return {
    program: program && { ...toPlain(program), real: await placeProgram(program, around) },
    args: await Promise.all(command.args.map((word) => toWord(word, around))),
    assignments: await Promise.all(values),
    redirects: await Promise.all(command.redirects.map((redirect) => toRedirect(redirect, around))),
    via,
    cwd: around.folder,
    isWrapper,
  };
}

async function toRedirect({ mode, target }: FoundRedirect, around: Surroundings): Promise<Redirect> {
  const placed = await placeTarget(target, around);
  return { mode, target: { ...toPlain(target), real: placed?.real }, kind: placed?.kind };
}

async function toWord(word: FoundWord, around: Surroundings): Promise<Word> {
  const { real, isFolder } = (await placeWord(word, around)) ?? {};
  return { ...toPlain(word), real, isFolder };
}

function toPlain({ text, isLiteral }: FoundWord): Word {
  return { text, isLiteral };
}
