// Commands that only look, by program. Anything not in here may change something. Words with variables in them never get this far.
import { hasOption, hasWord } from "./options.ts";

type IsHarmless = (words: readonly string[]) => boolean;

const always: IsHarmless = () => true;
const unless =
  (short: string, ...long: readonly string[]): IsHarmless =>
  (words) =>
    !hasOption(words, short, ...long);
const operands = (words: readonly string[]): readonly string[] => words.filter((word) => !word.startsWith("-"));

/** A whole folder at once would take files along that nobody named. */
const unlessRecursive = unless("rR", "--recursive", "--dereference-recursive", "--directories");

const HARMLESS: Readonly<Record<string, IsHarmless>> = {
  "[": always,
  basename: always,
  cat: always,
  cmp: always,
  comm: always,
  cut: always,
  date: unless("s", "--set"),
  df: always,
  diff: unlessRecursive,
  dirname: always,
  du: always,
  echo: always,
  egrep: unlessRecursive,
  expr: always,
  false: always,
  fgrep: unlessRecursive,
  file: unless("C", "--compile"),
  find: (words) => !words.some((word) => /^-(?:exec|ok|delete|fls|fprint)/.test(word)),
  git: isHarmlessGit,
  grep: unlessRecursive,
  head: always,
  id: always,
  ls: always,
  md5sum: always,
  nl: always,
  od: always,
  printf: (words) => !hasOption(words, "v"),
  pwd: always,
  readlink: always,
  realpath: always,
  rev: always,
  rg: isHarmlessRipgrep,
  seq: always,
  sha1sum: always,
  sha256sum: always,
  sleep: always,
  sort: unless("oT", "--output", "--compress-program", "--temporary-directory"),
  stat: always,
  tac: always,
  tail: unless("f", "--follow"),
  test: always,
  tr: always,
  tree: unless("oR", "--output"),
  true: always,
  type: always,
  uname: always,
  // Its second operand is a file to write.
  uniq: (words) => operands(words).length < 2,
  wc: always,
  which: always,
  whoami: always,
};

/** Sub-commands of git that only look, as far as their options go. */
const HARMLESS_GIT: Readonly<Record<string, IsHarmless>> = {
  blame: always,
  branch: (words) =>
    operands(words).length === 0 && !hasOption(words, "dDmMcCuf", "--edit-description", "--unset-upstream"),
  "cat-file": unless("", "--textconv", "--filters"),
  describe: always,
  diff: isHarmlessDiff,
  log: isHarmlessDiff,
  "ls-files": always,
  "ls-tree": always,
  "merge-base": always,
  "rev-list": always,
  "rev-parse": always,
  shortlog: unless("", "--output"),
  show: isHarmlessDiff,
  "show-ref": always,
  status: always,
  tag: (words) => words.length === 0 || (words.length === 1 && (words[0] === "-l" || words[0] === "--list")),
};

/** They show what is in files that nobody named. */
const SHOWS_MANY: ReadonlySet<string> = new Set(["git", "rg"]);

export function showsMany(program: string): boolean {
  return SHOWS_MANY.has(program);
}

export function isHarmless(program: string, words: readonly string[]): boolean {
  return Object.hasOwn(HARMLESS, program) && HARMLESS[program]?.(words) === true;
}

/** Other options in front choose another repository or another configuration, and with it other programs. */
function isHarmlessGit(words: readonly string[]): boolean {
  const [name = "", ...rest] = words[0] === "--no-pager" ? words.slice(1) : words;
  if (name === "--version") return true;
  return Object.hasOwn(HARMLESS_GIT, name) && HARMLESS_GIT[name]?.(rest) === true;
}

function isHarmlessDiff(words: readonly string[]): boolean {
  return (
    !hasOption(words, "", "--output", "--ext-diff", "--textconv", "--show-signature") && !hasWord(words, "--no-index")
  );
}

/** As long as it leaves out what is hidden and ignored, and starts no other program. */
function isHarmlessRipgrep(words: readonly string[]): boolean {
  if (words.some((word) => word.startsWith("--no-ignore"))) return false;
  return !hasOption(words, "uz.", "--pre", "--hidden", "--unrestricted", "--hostname-bin", "--search-zip");
}
