// Rules about commands: each is a list of word patterns, indexed by the plain words at its beginning.
import type { Concerns } from "../concerns.ts";
import { anyParts, matchSequence, type Sequence } from "../patterns/sequence.ts";
import { isRunTimeWord } from "../shell-words.ts";
import type { Matches, Rule } from "./rule.ts";

export interface CommandRule extends Rule {
  /** The program and its words, the program as it was written. */
  readonly exact: Sequence;
  /** The same with the program in lower case. */
  readonly folded: Sequence;
}

/** A simple command in the spellings that rules are matched with; the program comes first. */
export interface CommandWords {
  /** For allow rules: exactly what would run; a word that is only known at run time matches nothing. */
  readonly strict: readonly string[];
  /** For deny and ask rules: every possible reading, with the program in lower case. */
  readonly loose: readonly (readonly string[])[];
  readonly isFolded: boolean;
}

/** `npm run test` is indexed by all three words; more would rarely help. */
const FILED_WORDS_MAX = 3;
const BETWEEN = "\0";

export class CommandRules {
  readonly #filed = new Map<string, CommandRule[]>();
  readonly #others: CommandRule[] = [];
  #firstDeny: Rule | undefined;
  /** Programs that a rule denies or asks about; undefined stands for any program. */
  readonly #strict = new Map<string | undefined, Rule>();

  add(rule: CommandRule): void {
    const words = toPlainWords(rule.folded);
    const key = words.join(BETWEEN);
    if (words.length === 0) this.#others.push(rule);
    else this.#filed.set(key, [...(this.#filed.get(key) ?? []), rule]);
    if (rule.verdict === "deny") this.#firstDeny ??= rule;
    if (rule.verdict !== "allow" && !this.#strict.has(words[0])) this.#strict.set(words[0], rule);
  }

  /** A rule that denies some command, if there is any. */
  get firstDeny(): Rule | undefined {
    return this.#firstDeny;
  }

  match(words: CommandWords, concerns: Concerns, matches: Matches): void {
    for (const rule of this.#others) addIfMatching(rule, words, concerns, matches);
    if (this.#filed.size === 0) return;
    for (const row of words.loose) {
      let key = "";
      for (let count = 0; count < row.length && count < FILED_WORDS_MAX; count += 1) {
        key = count === 0 ? (row[0] ?? "") : `${key}${BETWEEN}${row[count]}`;
        for (const rule of this.#filed.get(key) ?? []) addIfMatching(rule, words, concerns, matches);
      }
    }
  }

  /** A rule that denies or asks, and could match a command of this program with any words. */
  findStrict(words: CommandWords): Rule | undefined {
    const any = this.#strict.get(undefined);
    return words.loose.reduce((found, [program]) => found ?? this.#strict.get(program ?? ""), any);
  }
}

function addIfMatching(rule: CommandRule, words: CommandWords, concerns: Concerns, matches: Matches): void {
  if (rule.verdict === "allow") {
    if (matchSequence(words.isFolded ? rule.folded : rule.exact, words.strict)) matches.add(rule, concerns);
  } else if (words.loose.some((row) => matchSequence(rule.folded, row))) matches.add(rule, concerns);
}

/** The words that must match literally, starting with the program. */
function toPlainWords(sequence: Sequence): string[] {
  const words: string[] = [];
  for (const part of sequence) {
    if (part === anyParts || part.literal === undefined || words.length === FILED_WORDS_MAX) break;
    // Commands are looked up by their text, in which such a word has no mark.
    if (isRunTimeWord(part.literal)) break;
    words.push(part.literal);
  }
  return words;
}
