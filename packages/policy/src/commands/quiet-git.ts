// Git commands that start no other program, apart from the repository's hooks and filters.
import { namesOption } from "./options.ts";

/** Built-in commands, which aliases cannot replace and whose purpose is not to run programs. */
const QUIET: ReadonlySet<string> = new Set(
  `add am apply archive blame branch bundle cat-file check-attr check-ignore checkout cherry cherry-pick clean clone commit
  count-objects describe diff diff-files diff-index diff-tree fetch for-each-ref format-patch fsck gc grep hash-object help init log
  ls-files ls-remote ls-tree merge merge-base merge-tree mv name-rev notes pull push range-diff rebase reflog remote reset restore
  rev-list rev-parse revert rm shortlog show show-branch show-ref stash status switch symbolic-ref tag verify-commit version
  whatchanged worktree write-tree`.split(/\s+/),
);
const FRONT_OPTIONS = "-c -C --config-env --exec-path --git-dir --work-tree --super-prefix --namespace";
const OPTIONS = `--exec --ext-diff --extcmd --filters --open-files-in-pager --receive-pack --show-signature --textconv
  --upload-pack`;
const OWN_OPTIONS: Readonly<Record<string, string>> = {
  clone: "-c -u --config --template",
  grep: "-O",
  init: "--template",
  rebase: "-x",
};

/** A remote that is a program: `ext::sh -c x`. */
const REMOTE_HELPER = /^\w+::/;

export function isQuietGit([name = "", ...rest]: readonly string[], all: readonly string[]): boolean {
  const front = all.slice(0, all.length - rest.length - 1);
  if (namesOption(front, FRONT_OPTIONS) || all.some((word) => REMOTE_HELPER.test(word))) return false;
  if (name === "") return all.every((word) => word === "--version" || word === "--help");
  const own = Object.hasOwn(OWN_OPTIONS, name) ? (OWN_OPTIONS[name] ?? "") : "";
  return QUIET.has(name) && !namesOption(rest, `${OPTIONS} ${own}`);
}
