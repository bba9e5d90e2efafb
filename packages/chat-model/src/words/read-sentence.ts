// The sentences of a server in the language of the view: why it asks, what is dangerous, what can be remembered, what happened. A
// server has one language, and the log keeps what it said. The table of a language has those sentences too, marked by their end; one
// that it does not have stays as it is.
import { fillText, tKnown, wordsTable } from "@parley/base";
import { SENTENCE_CHARS_MAX } from "../limits.ts";

interface Pattern {
  readonly said: string;
  readonly fits: RegExp;
}

/** Of `nested` ones, the first value is a level, another sentence, or proposals. */
type Patterns = Readonly<Record<"nested" | "sentence" | "proposal", readonly Pattern[]>>;

let known: { readonly table: ReadonlyMap<string, string>; readonly patterns: Patterns } | undefined;

/** Why something is asked, or what happened. Never for texts of agents. */
export function readSentence(sentence: string): string {
  if (sentence.length > SENTENCE_CHARS_MAX) return sentence;
  return findSentence(sentence) ?? tKnown(sentence);
}

/** What an answer would be remembered for. */
export function readProposal(text: string): string {
  if (text.length > SENTENCE_CHARS_MAX) return text;
  return find(text, patterns().proposal) ?? text;
}

function findSentence(sentence: string): string | undefined {
  const { nested, sentence: plain } = patterns();
  for (const { said, fits } of nested) {
    const [first = "", ...values] = fits.exec(sentence)?.slice(1) ?? [];
    if (first !== "") return fillText(said, [readNested(first), ...values]);
  }
  return find(sentence, plain);
}

/** Proposals have commas between them. */
function readNested(text: string): string {
  const { proposal } = patterns();
  const list = text.split(", ").map((one) => find(one, proposal));
  return list.includes(undefined) ? (find(text, proposal) ?? readSentence(text)) : list.join(", ");
}

function find(sentence: string, among: readonly Pattern[]): string | undefined {
  for (const { said, fits } of among) {
    const values = fits.exec(sentence)?.slice(1);
    if (values !== undefined) return fillText(said, values);
  }
  return undefined;
}

function patterns(): Patterns {
  const table = wordsTable();
  if (known?.table !== table) known = { table, patterns: toPatterns(table) };
  return known.patterns;
}

function toPatterns(table: ReadonlyMap<string, string>): Patterns {
  // A longer one first: another may be its beginning.
  const keys = [...table].toSorted(([one], [other]) => other.length - one.length);
  const of = (kind: string): readonly Pattern[] =>
    keys.flatMap(([key, said]) => (key.endsWith(`/${kind}`) ? toPattern(key.slice(0, -kind.length - 1), said) : []));
  return { nested: of("nested"), sentence: of("sentence"), proposal: of("proposal") };
}

function toPattern(text: string, said: string): Pattern {
  const parts = text.split(/\{\d\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return { said, fits: new RegExp(`^${parts.join("(.+?)")}$`, "s") };
}
