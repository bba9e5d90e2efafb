// A sentence of the server in the language of the view. What is not one of the known sentences stays as it is.
import { isTranslated, tKnown, tPhrase } from "@parley/base";
import { NESTED_SENTENCES, PLAIN_SENTENCES, PROPOSALS } from "./server-sentences.ts";

interface Pattern {
  readonly text: string;
  readonly fits: RegExp;
}

interface Patterns {
  readonly nested: readonly Pattern[];
  readonly plain: readonly Pattern[];
  readonly proposals: readonly Pattern[];
}

let made: Patterns | undefined;

/** Why something is asked, or what happened. Never for texts of agents. */
export function readSentence(sentence: string): string {
  return isTranslated() ? (findSentence(sentence) ?? sentence) : sentence;
}

/** What an answer would be remembered for. */
export function readProposal(text: string): string {
  return isTranslated() ? (find(text, patterns().proposals) ?? text) : text;
}

function findSentence(sentence: string): string | undefined {
  const { nested, plain } = patterns();
  for (const { text, fits } of nested) {
    const [first = "", ...values] = fits.exec(sentence)?.slice(1) ?? [];
    if (first !== "") return tPhrase(text, [readNested(first), ...values]);
  }
  return find(sentence, plain);
}

/** A level, a sentence, or proposals with commas between them. */
function readNested(text: string): string {
  const { proposals } = patterns();
  const list = text.split(", ").map((one) => find(one, proposals));
  return list.includes(undefined) ? (find(text, proposals) ?? findSentence(text) ?? tKnown(text)) : list.join(", ");
}

function find(sentence: string, among: readonly Pattern[]): string | undefined {
  for (const { text, fits } of among) {
    const values = fits.exec(sentence)?.slice(1);
    if (values !== undefined) return tPhrase(text, values);
  }
  return undefined;
}

function patterns(): Patterns {
  made ??= {
    nested: NESTED_SENTENCES.map(toPattern),
    plain: PLAIN_SENTENCES.map(toPattern),
    proposals: PROPOSALS.map(toPattern),
  };
  return made;
}

function toPattern(text: string): Pattern {
  const parts = text.split(/\{\d\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return { text, fits: new RegExp(`^${parts.join("(.+?)")}$`, "s") };
}
