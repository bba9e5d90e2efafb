// Dangers of git: operations that git cannot undo.
import type { DangerClass } from "../decision.ts";
import { hasOption, hasWord } from "./options.ts";

type ClassifyGit = (words: readonly string[]) => DangerClass | undefined;

const isForced = (words: readonly string[]): boolean =>
  hasOption(words, "f", "--force", "--force-with-lease", "--force-if-includes", "--mirror");

const TABLE: Readonly<Record<string, ClassifyGit>> = {
  branch: (words) => (hasOption(words, "DMCf", "--force") ? "rewrites-history" : undefined),
  checkout: (words) => (isForced(words) || hasWord(words, "--", ".") ? "rewrites-history" : undefined),
  clean: (words) => (hasOption(words, "n", "--dry-run") ? undefined : "destroys-files"),
  clone: () => "reaches-network",
  commit: (words) => (hasWord(words, "--amend") ? "rewrites-history" : undefined),
  config: () => "alters-programs",
  daemon: () => "sends-data",
  fetch: () => "reaches-network",
  "filter-branch": () => "rewrites-history",
  "filter-repo": () => "rewrites-history",
  gc: (words) => (hasWord(words, "--prune") ? "rewrites-history" : undefined),
  prune: () => "rewrites-history",
  pull: (words) => (isForced(words) ? "rewrites-history" : "reaches-network"),
  push: classifyPush,
  rebase: () => "rewrites-history",
  reflog: ([first]) => (first === "expire" || first === "delete" ? "rewrites-history" : undefined),
  remote: ([first]) => (first === "add" || first === "set-url" ? "alters-programs" : undefined),
  replace: () => "rewrites-history",
  reset: (words) => (hasWord(words, "--hard", "--merge", "--keep") ? "rewrites-history" : undefined),
  restore: (words) =>
    hasOption(words, "S", "--staged") && !hasOption(words, "W", "--worktree") ? undefined : "rewrites-history",
  rm: (words) => (hasOption(words, "rf", "--force") ? "destroys-files" : "deletes-files"),
  "send-email": () => "sends-data",
  stash: ([first]) => (first === "drop" || first === "clear" ? "rewrites-history" : undefined),
  submodule: () => "reaches-network",
  switch: (words) => (isForced(words) || hasOption(words, "C", "--discard-changes") ? "rewrites-history" : undefined),
  tag: (words) => (hasOption(words, "df", "--delete", "--force") ? "rewrites-history" : undefined),
  "update-ref": () => "rewrites-history",
  worktree: ([first, ...rest]) => (first === "remove" && isForced(rest) ? "destroys-files" : undefined),
};

/** Options that choose the programs git runs, or another repository with a configuration of its own. */
const TAKES_OVER = ["-c", "--exec-path", "--config-env", "--git-dir", "--work-tree", "--upload-pack", "--receive-pack"];

export function classifyGit([name = "", ...rest]: readonly string[], all: readonly string[]): DangerClass | undefined {
  if (hasWord(all.slice(0, all.indexOf(name)), ...TAKES_OVER) || hasWord(rest, ...TAKES_OVER.slice(1))) {
    return "alters-programs";
  }
  return Object.hasOwn(TABLE, name) ? TABLE[name]?.(rest) : undefined;
}

/** A `+` in front of a branch, or nothing in front of its colon, does what --force and --delete do. */
function classifyPush(words: readonly string[]): DangerClass {
  const isDeleting = hasOption(words, "d", "--delete", "--prune") || words.some((word) => /^[+:]./.test(word));
  return isForced(words) || isDeleting ? "rewrites-history" : "reaches-network";
}
