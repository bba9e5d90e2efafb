// Finds code that the line does not show: interpreters, scripts, and programs that may start other programs.
// It matters where a rule denies commands, because such code can run the denied one.
import type { CommandFacts, RepositoryFacts, SimpleCommand } from "../facts.ts";
import { changesFolder } from "./folders.ts";
import { dropLeadingOptions } from "./options.ts";
import { NEVER_RUN, QUIET_WORDS } from "./quiet-programs.ts";
import type { Spelling } from "./spelling.ts";
import { isWrapperName } from "./wrappers.ts";

/** `inline`: the code is in the line or comes from stdin. `project`: it is in a file or in an unknown program. */
export type Unseen = "inline" | "project";

const SHELL = /^-\w*[cis]|^--(?:rc|init)/;
const PYTHON = /^-\w*[ci]/;
const NODE = /^-\w*[epri]|^--(?:eval|print|require|import|loader|experimental-loader|interactive)/;
/** Interpreters, with the options that take code; without a script file they read it from stdin. */
const INTERPRETERS: ReadonlyMap<string, RegExp> = new Map<string, RegExp>([
  ...forEach("ash bash csh dash fish ksh mksh sh tcsh zsh", SHELL),
  ...forEach("python python2 python3 pypy pypy3 ipython", PYTHON),
  ...forEach("node nodejs bun", NODE),
  ["deno", /^eval$|^repl$|^--/],
  ["perl", /^-\w*[eEnpMmi]/],
  ["ruby", /^-\w*[ernp]/],
  ["php", /^-\w*[rRBE]/],
  ["lua", /^-\w*[eli]/],
  ...forEach("gmake make", /^--e|^-E|^\w*(?:SHELL|FLAGS)=/),
  ...forEach(
    `dc ed elixir emacs erl ex expect ftp gdb ghc gnuplot groovy guile irb jshell julia less lldb luajit m4 man more mongosh mutt
    mysql nc ncat nvim octave osascript powershell psql pwsh r racket rscript sbcl scala screen socat sqlite3 ssh tclsh telnet tex
    pdflatex tmux vi view vim wish`,
    /^[-+]|[\s;|!`(:]/,
  ),
  ...forEach(". eval source npx pnpx bunx uvx pipx iex invoke-expression cmd", /^/),
]);
/** Without arguments, these read a file of the project. */
const HAVE_FILES: ReadonlySet<string> = new Set(["gmake", "make"]);
const ASKS_ONLY: ReadonlySet<string> = new Set(["--version", "-V", "-v", "--help"]);
const INPUT = /^(?:-|\/dev\/(?:stdin|fd\/\d+)|\/proc\/.*)$/;

/** Undefined if everything it runs is examined separately. */
export function findUnseenCode(command: SimpleCommand, spelling: Spelling, facts: CommandFacts): Unseen | undefined {
  const { name, texts, isSystem } = spelling;
  const { via, args, isWrapper, isPlanted, program } = command;
  if (isWrapper === true || changesFolder(command)) return undefined;
  if (facts.functions?.includes(program?.text ?? "") === true) return undefined;
  if (!isSystem || isPlanted === true) return "project";
  if (NEVER_RUN.has(name)) return undefined;
  const isFilled = via.includes("xargs") || via.includes("find");
  const isKnown = !isFilled && args.every(({ isLiteral }) => isLiteral);
  if (isKnown && texts.length === 1 && ASKS_ONLY.has(texts[0] ?? "")) return undefined;
  const inline = INTERPRETERS.get(name) ?? INTERPRETERS.get(name.replace(/[\d.]+$/, ""));
  if (inline !== undefined) return isFromLine(name, texts, inline) ? "inline" : "project";
  // A wrapper runs the command that follows it, which is examined separately.
  if (isWrapperName(name)) return isFilled ? "inline" : undefined;
  const isQuiet = Object.hasOwn(QUIET_WORDS, name) ? QUIET_WORDS[name] : undefined;
  if (isQuiet === undefined || !isKnown) return "project";
  if (!isQuiet(dropLeadingOptions(name, texts), texts)) return name === "npm" || name === "yarn" ? "project" : "inline";
  return name === "git" ? findRepositoryCode(command.repository) : undefined;
}

/** Hooks, filters and monitors that the repository configures. */
function findRepositoryCode(repository: RepositoryFacts | undefined): Unseen | undefined {
  return repository === undefined || (repository.isOwn && repository.runs === undefined) ? undefined : "project";
}

function isFromLine(name: string, words: readonly string[], inline: RegExp): boolean {
  const hasScript = words.some((word) => !word.startsWith("-") && !INPUT.test(word));
  // `python -m pytest` also runs code from files.
  const isNamed = hasScript || HAVE_FILES.has(name) || words.includes("-m");
  return !isNamed || words.some((word) => inline.test(word));
}

function forEach(names: string, inline: RegExp): [string, RegExp][] {
  return names.split(/\s+/).map((name) => [name, inline]);
}
