// Whether a command changes nothing, judging by its words. Such a command needs no permission.
import { cutCommand } from "../extract/command-words.ts";

const HARMLESS: ReadonlySet<string> = new Set(
  (
    "cat head tail less more wc nl tac ls dir tree du df pwd cd echo printf grep egrep fgrep rg ag stat file which " +
    "whoami hostname uname diff cmp cut uniq tr true false test [ basename dirname realpath readlink type ps"
  ).split(" "),
);
const HARMLESS_GIT: ReadonlySet<string> = new Set(
  "status log diff show rev-parse ls-files ls-tree blame describe shortlog grep".split(" "),
);
/** It contains other commands that are only known at run time. */
const NESTED = /\$\(|`|[<>]\(/;
const FIND_ACTS = /^-(?:delete|exec|execdir|ok|okdir|fprint|fprint0|fprintf|fls)$/;
/** Options of harmless programs that write or run something. */
const ACTS = /^(?:--pre|--output|--ext-diff|--textconv)(?:=|$)/;

export function isHarmlessCommand(command: string): boolean {
  if (command.trim() === "" || NESTED.test(command)) return false;
  return cutCommand(command).every(
    ({ words, redirects }) => redirects.every(({ action }) => action === "read") && isHarmless(words),
  );
}

function isHarmless([program = "", ...words]: readonly string[]): boolean {
  if (words.some((word) => ACTS.test(word))) return false;
  if (program === "find") return !words.some((word) => FIND_ACTS.test(word));
  if (program === "git") return HARMLESS_GIT.has(words[0] ?? "");
  return HARMLESS.has(program);
}
