// Programs that read whole folders, and so may read a denied file without naming it.
import type { CommandFacts, SimpleCommand } from "../facts.ts";
import { findRoot, toSegments } from "../path-text.ts";
import type { PathRules } from "../rules/path-rules.ts";
import { namesOption } from "./options.ts";
import type { Spelling } from "./spelling.ts";

/** Of a folder, these show only names, or nothing. */
const NAMES_ONLY: ReadonlySet<string> = new Set(
  `: [ basename cat cd cksum cmp comm cut date df dirname du echo expr false file find fold head id ls md5sum mkdir mkfifo mktemp nl od
  popd printf pushd pwd readlink realpath rev rmdir seq sha1sum sha256sum sleep sort stat tac tail tee test touch tr tree true type
  uname uniq wc which whoami xxd`.split(/\s+/),
);
/** Without a file argument, these read the current folder. */
const SEARCHERS: ReadonlySet<string> = new Set("ack ag rg rgrep ugrep".split(" "));
const GREPS: ReadonlySet<string> = new Set("egrep fgrep grep".split(" "));
/** Options that read more file names from a file or stdin. */
const LISTS_FROM: Readonly<Record<string, string>> = {
  cpio: "-i -o -p",
  rsync: "--files-from",
  tar: "-T --files-from",
  zip: "-@ --names-stdin",
};
/** Sub-commands of git that show or store nothing of a file's content, or only of files that the agent changed. */
const GIT_NAMES_ONLY: ReadonlySet<string> = new Set(
  `add branch checkout cherry-pick clean clone commit config count-objects describe fetch for-each-ref gc init ls-files ls-remote ls-tree
  merge merge-base mv name-rev pull push rebase reflog remote reset restore rev-list rev-parse revert rm shortlog show-ref status
  switch symbolic-ref tag version worktree`.split(/\s+/),
);

/** The folder in which the command may read a denied file; undefined if there is none. */
export function findDeniedWalk(
  { args }: SimpleCommand,
  { name, texts }: Spelling,
  folder: string | undefined,
  facts: CommandFacts,
  paths: PathRules,
): string | undefined {
  if (NAMES_ONLY.has(name)) return undefined;
  const here = folder ?? facts.cwd;
  const named = args.flatMap(({ isFolder, real, text }) => (isFolder === true ? [{ real: real ?? here, text }] : []));
  const walked = walksHere(name, texts, named.length > 0) ? [...named, { real: here, text: "." }] : named;
  return walked.find(({ real }) => hidesBelow(real, facts, paths))?.text;
}

function walksHere(name: string, words: readonly string[], hasFolder: boolean): boolean {
  if (name === "git") return showsContent(words);
  if (Object.hasOwn(LISTS_FROM, name)) return namesOption(words, LISTS_FROM[name] ?? "");
  if (hasFolder) return false;
  if (GREPS.has(name)) return namesOption(words, "-r -R -d --recursive --dereference-recursive --directories");
  // One operand is the search pattern.
  return SEARCHERS.has(name) && words.filter((word) => !word.startsWith("-")).length < 2;
}

/** With files after `--`, git shows only those. */
function showsContent(words: readonly string[]): boolean {
  const name = words.find((word) => !word.startsWith("-")) ?? "";
  if (name === "" || GIT_NAMES_ONLY.has(name)) return false;
  const end = words.indexOf("--");
  if (end >= 0 && end < words.length - 1) return false;
  if (name !== "log") return true;
  return namesOption(words, "-p -u -U -c -m -L --patch --unified --cc --word-diff --color-words --raw --full-diff");
}

function hidesBelow(real: string, facts: CommandFacts, paths: PathRules): boolean {
  const root = findRoot(real, facts);
  if (root === undefined) return false;
  const { platform } = facts;
  const subject = { real, segments: toSegments(root, real, platform), platform };
  return paths.couldDenyBelow(subject, "read") || paths.findConfinement(subject) !== undefined;
}
