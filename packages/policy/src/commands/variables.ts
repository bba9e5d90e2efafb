// Classifies the variables that are set for a command by their effect on it.
import type { DangerClass } from "../decision.ts";
import type { Assignment, CommandFacts, SimpleCommand, Word } from "../facts.ts";

const SWITCH = /^(?:|0|1|true|false|yes|no|always|never|auto)$/i;
/** A value without a slash cannot point to another folder. */
const NAME = /^[\w.@:+-]*$/;
const NUMBER = /^\d{0,6}$/;
const ANY = /^/;
/** Values that turn a pager off. */
const NO_PAGER = /^(?:|cat)$/;

/** Variables that only change colours, language or verbosity, with the harmless values. */
export const HARMLESS_VARIABLES: ReadonlyMap<string, RegExp> = new Map([
  ["AGENT", ANY],
  ["AI_AGENT", ANY],
  ["CI", ANY],
  ["CLAUDECODE", ANY],
  ["CLICOLOR", SWITCH],
  ["CLICOLOR_FORCE", SWITCH],
  ["CODEX_CI", ANY],
  ["COLORTERM", NAME],
  ["COLUMNS", NUMBER],
  ["CURSOR_AGENT", ANY],
  ["DEBUG", ANY],
  ["FORCE_COLOR", SWITCH],
  ["GEMINI_CLI", ANY],
  ["GH_PAGER", NO_PAGER],
  ["GIT_ASKPASS", /^(?:|echo|true)$/],
  ["GIT_OPTIONAL_LOCKS", SWITCH],
  ["GIT_PAGER", NO_PAGER],
  ["GIT_TERMINAL_PROMPT", SWITCH],
  ["GOOSE_TERMINAL", ANY],
  ["LANG", NAME],
  ["LANGUAGE", NAME],
  ["LC_ALL", NAME],
  ["LC_COLLATE", NAME],
  ["LC_CTYPE", NAME],
  ["LC_MESSAGES", NAME],
  ["LC_MONETARY", NAME],
  ["LC_NUMERIC", NAME],
  ["LC_TIME", NAME],
  ["LINES", NUMBER],
  ["LOG_LEVEL", ANY],
  ["MANPAGER", NO_PAGER],
  ["NODE_ENV", ANY],
  ["NO_COLOR", ANY],
  ["OPENCODE", ANY],
  ["PAGER", NO_PAGER],
  ["PORT", ANY],
  ["QWEN_CODE", ANY],
  ["RUST_BACKTRACE", ANY],
  ["RUST_LOG", ANY],
  ["TERM", NAME],
  // The value is neither a file nor a parent folder.
  ["TZ", /^(?!.*\.\.)[A-Za-z][\w+/-]*$|^$/],
  ["VERBOSE", ANY],
]);

/** These select the programs that are run, or the code that is loaded into them. */
const TAKES_OVER =
  /^(?:LD_|DYLD_|GIT_|SSH_|BASH_|PYTHON|PERL|RUBY|NODE_OPTIONS$|NODE_PATH$|NODE_REPL|npm_|NPM_|JAVA_TOOL|JDK_JAVA|_JAVA|MAVEN_|GRADLE_|CARGO_|RUSTC|RUSTFLAGS|GO(?:FLAGS|PATH|ROOT|PROXY|TOOLCHAIN)$|CC$|CXX$|MAKE|PATH$|PATHEXT$|COMSPEC$|HOME$|SHELL$|IFS$|ENV$|PS4$|CDPATH$|EDITOR$|VISUAL$|BROWSER$|OPENSSL_|SSL_|CURL_|REQUESTS_CA|(?:https?|all|no|ftp)_proxy$|LESS|MAN|XDG_|DOCKER_|KUBE|AWS_|PROMPT_COMMAND$|ELECTRON_|GCONV_PATH$|GETCONF_DIR$|LOCPATH$|NLSPATH$|MAGIC$|RIPGREP_|TERMINFO|AWKPATH$|AWKLIBPATH$|LUA_|PHPRC$|TCLLIBPATH$|R_PROFILE|JULIA_|TAR_OPTIONS$|VIMINIT$|EXINIT$|INPUTRC$|ZDOTDIR$|HGRCPATH$|FZF_DEFAULT_COMMAND$|SVN_SSH$|.*PAGER$|.*_EDITOR$|.*ASKPASS$|.*WRAPPER$|.*_RSH$)/i;

const SWITCHES = ["", "0", "1", "true", "false", ":", "cat"];

export function findVariableDanger(assignments: readonly Assignment[]): DangerClass | undefined {
  return assignments.some(isGrave) ? "alters-programs" : undefined;
}

function isGrave({ name, value }: Assignment): boolean {
  return takesOver(name) && !isHarmless(name, value) && !isSwitchedOff(name, value);
}

export function takesOver(name: string): boolean {
  return TAKES_OVER.test(name);
}

/** The first variable that is set for the command, or by its line for everything after it, and is not known to be harmless. */
export function findOddVariable(command: SimpleCommand, facts: CommandFacts): string | undefined {
  const odd = [facts.environment ?? [], command.assignments, ...findLasting(facts)]
    .flat()
    .find(({ name, value }) => !isHarmless(name, value));
  return odd?.name ?? facts.exports?.find((name) => HARMLESS_VARIABLES.get(name) !== ANY);
}

/** `A=1; ls` applies to all commands if A was exported before, and `A=1 bash -c ls` to the inner command. */
function findLasting({ commands }: CommandFacts): (readonly Assignment[])[] {
  return commands
    .filter(({ program, isWrapper }) => program === undefined || isWrapper === true)
    .map(({ assignments }) => assignments);
}

function isHarmless(name: string, { text, isLiteral }: Word): boolean {
  const values = HARMLESS_VARIABLES.get(name);
  return values !== undefined && isLiteral && values.test(text);
}

/** Settings like `GIT_PAGER=cat`, with which agents keep programs from waiting for input. */
function isSwitchedOff(name: string, { text, isLiteral }: Word): boolean {
  return isLiteral && /^GIT_|PAGER$|EDITOR$/.test(name) && SWITCHES.includes(text);
}
