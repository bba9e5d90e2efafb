// Checks the paths in a command's words against the roots and the path rules. A program may do anything with its paths.
import { NONE, OUTSIDE, SENSITIVE, type Concerns } from "../concerns.ts";
import type { CommandFacts, SimpleCommand, Word } from "../facts.ts";
import type { Objection, Sets } from "../item.ts";
import { REASON_SUBJECT_CHARS_MAX } from "../limits.ts";
import { findRoot, toSegments } from "../path-text.ts";
import { findSensitive } from "../paths/sensitive-files.ts";
import type { Rule } from "../rules/rule.ts";
import { shorten } from "../text.ts";
import { findNamedPaths, isHarmlessDevice } from "./named-paths.ts";

export interface WordsFound {
  concerns: Concerns;
  worry: Objection | undefined;
  ceiling: Objection | undefined;
  /** A rule that denies reading one of the paths. */
  deny: Rule | undefined;
}

/** These programs get more words at run time. */
const ADDS_WORDS = ["xargs", "find"] as const;

export function examineWords(
  command: SimpleCommand,
  folder: string | undefined,
  facts: CommandFacts,
  sets: Sets,
): WordsFound {
  const found: WordsFound = { concerns: NONE, worry: undefined, ceiling: undefined, deny: undefined };
  const { args, via } = command;
  if (folder === undefined && args.some(({ text }) => !text.startsWith("-"))) {
    add(found, OUTSIDE, "unknown-folder", "The working folder is only known at run time");
  }
  if (ADDS_WORDS.some((way) => via.includes(way))) {
    add(found, OUTSIDE, "unknown-words", "Some arguments are only known at run time");
  }
  for (const word of args) examineWord(word, folder ?? facts.cwd, facts, sets, found);
  return found;
}

function examineWord(word: Word, folder: string, facts: CommandFacts, sets: Sets, found: WordsFound): void {
  if (!word.isLiteral) {
    add(found, OUTSIDE, "unknown-words", `The value of ${nameOf(word)} is only known at run time`);
  }
  const paths = findNamedPaths(word, folder, facts);
  if (paths === undefined) add(found, OUTSIDE, "unknown-words", `Parley does not know what ${nameOf(word)} refers to`);
  for (const path of paths ?? []) {
    if (isHarmlessDevice(path)) continue;
    const root = findRoot(path, facts);
    if (root === undefined)
      add(found, OUTSIDE, "outside-roots", `${nameOf(word)} may be outside this session's folders`);
    else examineInside(word, path, toSegments(root, path, facts.platform), facts, sets, found);
  }
}

function examineInside(
  word: Word,
  real: string,
  segments: readonly string[],
  { platform }: CommandFacts,
  { written }: Sets,
  found: WordsFound,
): void {
  const sensitive = findSensitive(segments, "read");
  if (sensitive !== undefined) add(found, SENSITIVE, "sensitive-file", `${nameOf(word)} ${sensitive}`);
  if (written.paths.isEmpty) return;
  const subject = { real, segments, platform };
  const { deny, isHeld } = written.paths.matchNamed(subject);
  found.deny ??= deny;
  if (isHeld) found.ceiling ??= { id: "held-path", sentence: `A rule restricts some uses of ${nameOf(word)}` };
  else if (written.paths.findConfinement(subject) !== undefined) {
    found.ceiling ??= { id: "zones.allow", sentence: `${nameOf(word)} is not in an allowed zone` };
  }
}

function add(found: WordsFound, concern: Concerns, id: string, sentence: string): void {
  found.concerns |= concern;
  found.worry ??= { id, sentence };
}

function nameOf({ text }: Word): string {
  return shorten(text, REASON_SUBJECT_CHARS_MAX);
}
