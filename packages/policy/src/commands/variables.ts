// Variables in front of a command, by what they can do to it.
import type { DangerClass } from "../decision.ts";
import type { Assignment, Word } from "../facts.ts";

/** They change colours, language or verbosity at most. */
const HARMLESS: ReadonlySet<string> = new Set([
  "CI",
  "CLICOLOR",
  "CLICOLOR_FORCE",
  "COLUMNS",
  "DEBUG",
  "FORCE_COLOR",
  "LANG",
  "LANGUAGE",
  "LINES",
  "LOG_LEVEL",
  "NO_COLOR",
  "NODE_ENV",
  "PORT",
  "RUST_BACKTRACE",
  "RUST_LOG",
  "TERM",
  "TZ",
  "VERBOSE",
]);
/** They choose the programs that are run, or the code that is loaded into them. */
const TAKES_OVER =
  /^(?:LD_|DYLD_|GIT_|SSH_|BASH_|PYTHON|PERL|RUBY|NODE_OPTIONS$|NODE_PATH$|NODE_REPL|npm_|NPM_|JAVA_TOOL|JDK_JAVA|_JAVA|MAVEN_|GRADLE_|CARGO_|RUSTC|RUSTFLAGS|GO(?:FLAGS|PATH|ROOT|PROXY|TOOLCHAIN)$|CC$|CXX$|MAKE|PATH$|PATHEXT$|COMSPEC$|HOME$|SHELL$|IFS$|ENV$|PS4$|CDPATH$|EDITOR$|VISUAL$|BROWSER$|OPENSSL_|SSL_|CURL_|REQUESTS_CA|(?:https?|all|no|ftp)_proxy$|LESS|MAN|XDG_|DOCKER_|KUBE|AWS_|PROMPT_COMMAND$|ELECTRON_|.*PAGER$|.*_EDITOR$|.*ASKPASS$|.*WRAPPER$)/i;

const SWITCHES = ["", "0", "1", "true", "false", ":", "cat"];

export function findVariableDanger(assignments: readonly Assignment[]): DangerClass | undefined {
  return assignments.some(({ name, value }) => takesOver(name) && !isSwitchedOff(name, value))
    ? "alters-programs"
    : undefined;
}

export function takesOver(name: string): boolean {
  return !isHarmless(name) && TAKES_OVER.test(name);
}

export function areHarmless(assignments: readonly Assignment[]): boolean {
  return assignments.every(({ name, value }) => isHarmless(name) && value.isLiteral);
}

function isHarmless(name: string): boolean {
  return HARMLESS.has(name) || (name.startsWith("LC_") && name.length < 20);
}

/** `GIT_PAGER=cat` and the like: how agents keep programs from waiting for a person. */
function isSwitchedOff(name: string, { text, isLiteral }: Word): boolean {
  return isLiteral && /^GIT_|PAGER$|EDITOR$/.test(name) && SWITCHES.includes(text);
}
