// Recognizes read-only commands: listed programs with listed options, in an environment and a folder that add no risk.
// Commands with words that are only known at run time are excluded earlier.
import type { CommandFacts, RepositoryFacts, SimpleCommand } from "../facts.ts";
import { FIND_TESTS, FIND_TESTS_WITH_WORD, HARMLESS_OPTIONS, HARMLESS_WORDS } from "./harmless-programs.ts";
import { GIT_OPTIONS, NEEDS_LIST } from "./harmless-git.ts";
import { compileOptions, readOptions, type OptionList, type ReadOptions } from "./option-list.ts";
import { readSedScripts } from "./quiet-programs.ts";
import { isPlainSedScript } from "./sed-script.ts";
import { findOddVariable } from "./variables.ts";

/** Conditions in addition to the list of options. */
type Check = (read: ReadOptions, command: SimpleCommand) => boolean;

const VERSION = "--version --help";

/** By program. */
export const HARMLESS_LISTS: ReadonlyMap<string, OptionList> = compileAll(HARMLESS_OPTIONS, VERSION);
/** By sub-command. */
export const HARMLESS_GIT_LISTS: ReadonlyMap<string, OptionList> = compileAll(GIT_OPTIONS, "");
const TESTS: ReadonlySet<string> = new Set(FIND_TESTS.split(/\s+/));
const TESTS_WITH_WORD: ReadonlySet<string> = new Set(FIND_TESTS_WITH_WORD.split(/\s+/));

const CHECKS: Readonly<Record<string, Check>> = {
  command: ({ flags }) => flags.size > 0,
  // Any other operand would set the clock.
  date: ({ operands }) => operands.every((word) => word.startsWith("+")),
  // For two folders, diff would show every file.
  diff: (_, { args }) => args.every(({ isFolder }) => isFolder !== true),
  rg: isPlainSearch,
  // The script must not run, read or write anything.
  sed: (_, { args }) => readSedScripts(args.map(({ text }) => text))?.every(isPlainSedScript) === true,
  // The second operand would be a file to write.
  uniq: ({ operands }) => operands.length < 2,
};

/** Whether the command is read-only with these words. */
export function isHarmless(program: string, command: SimpleCommand): boolean {
  const words = command.args.map(({ text }) => text);
  if (HARMLESS_WORDS.has(program)) return true;
  if (program === "printf") return !(words[0] ?? "").startsWith("-");
  if (program === "find") return isHarmlessFind(words);
  if (program === "git") return isHarmlessGit(words);
  const list = HARMLESS_LISTS.get(program);
  const read = list === undefined ? undefined : readOptions(words, list);
  if (read === undefined) return false;
  const check = Object.hasOwn(CHECKS, program) ? CHECKS[program] : undefined;
  return check === undefined || check(read, command);
}

/** What makes a harmless command dangerous: a variable, a program of the same name, a repository that configures programs. */
export function findObstacle(program: string, command: SimpleCommand, facts: CommandFacts): string | undefined {
  const variable = findOddVariable(command, facts);
  if (variable !== undefined) return `${variable} may change what ${program} does`;
  if (command.isPlanted === true) return `${program} would be run from a folder of this session`;
  if (program !== "git" || command.args[0]?.text === "--version") return undefined;
  return findRepositoryObstacle(command.repository);
}

function findRepositoryObstacle(repository: RepositoryFacts | undefined): string | undefined {
  if (repository === undefined) return "Parley does not know which repository git would use";
  if (!repository.isOwn) return "git would use a repository other than the workspace's";
  return repository.runs === undefined ? undefined : `git may run a program: ${repository.runs}`;
}

/** Other options before the sub-command select another repository or configuration, and thus other programs. */
function isHarmlessGit(words: readonly string[]): boolean {
  const [name = "", ...rest] = words[0] === "--no-pager" ? words.slice(1) : words;
  if (name === "--version") return rest.length === 0;
  const list = HARMLESS_GIT_LISTS.get(name);
  const read = list === undefined ? undefined : readOptions(rest, list);
  if (read === undefined) return false;
  // `%G?` runs a program that checks signatures.
  if (read.values.some(([, value]) => value.includes("%G"))) return false;
  if (!NEEDS_LIST.has(name) || read.operands.length === 0) return true;
  return read.flags.has("--list") || read.flags.has("-l");
}

function isHarmlessFind(words: readonly string[]): boolean {
  let isPath = true;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (TESTS_WITH_WORD.has(word)) at += 1;
    else if (!TESTS.has(word) && (word.startsWith("-") || !isPath)) return false;
    // `-L` and similar options come before the paths.
    if (/^[-(!,]/.test(word) && !/^-[HLPO]/.test(word)) isPath = false;
  }
  return true;
}

/** Globs and types also match hidden files, so both must be names of source files. */
const SOURCE_NAMES: ReadonlySet<string> = new Set(
  `c cc cjs clj cpp cs csharp css cts dart ex exs go graphql h hpp hs html java js json jsx kotlin kt lua markdown md mjs ml mts
  php proto py rb rs ruby rust scala scss sql svelte swift ts tsx txt typescript vue xml zig`.split(/\s+/),
);

function isPlainSearch({ values }: ReadOptions): boolean {
  return values.every(([option, value]) => {
    if (option === "-t" || option === "--type") return SOURCE_NAMES.has(value);
    if (option !== "-g" && option !== "--glob" && option !== "--iglob") return true;
    if (value.startsWith("!")) return true;
    const [, names] = /^[\w*/.-]*\*[\w.-]*\.(?:(\w+)|\{[\w,]+\})$/.exec(value) ?? [];
    const all = names ?? /\{([\w,]+)\}$/.exec(value)?.[1] ?? "";
    return all.split(",").every((name) => SOURCE_NAMES.has(name));
  });
}

function compileAll(texts: Readonly<Record<string, string>>, more: string): ReadonlyMap<string, OptionList> {
  return new Map(Object.entries(texts).map(([name, text]) => [name, compileOptions(`${text} ${more}`)]));
}
