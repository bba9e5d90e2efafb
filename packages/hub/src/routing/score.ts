// How well a prompt fits a mode: a score, and the words that it comes from.
import type { AgentEntry } from "../api/agents.ts";
import { extractKeywords, isSameWord, toPlainWords } from "./keywords.ts";
import {
  DESCRIPTION_WEIGHT,
  MODE_KEYWORDS_MAX,
  NAME_WEIGHT,
  SCORED_CHARS_MAX,
  PROMPT_KEYWORDS_MAX,
  WHEN_TO_USE_WEIGHT,
} from "../limits.ts";

export type Scored = Pick<AgentEntry, "title" | "description" | "whenToUse">;

export interface PromptWords {
  readonly keywords: readonly string[];
  readonly plain: string;
}

export interface Score {
  /** 0 to 1. */
  readonly value: number;
  /** Words of the prompt that the mode also has. */
  readonly words: readonly string[];
}

interface ModeWords {
  readonly whenToUse: readonly string[];
  readonly description: readonly string[];
  readonly name: string;
}

/** Entries stay the same objects until something about them changes. */
const modeWords = new WeakMap<Scored, ModeWords>();

export function toPromptWords(prompt: string): PromptWords {
  const text = prompt.slice(0, SCORED_CHARS_MAX);
  return { keywords: extractKeywords(text, PROMPT_KEYWORDS_MAX), plain: toPlainWords(text) };
}

export function scoreMode({ keywords, plain }: PromptWords, mode: Scored): Score {
  const { whenToUse, description, name } = wordsOf(mode);
  const hitsOf = (words: readonly string[]): readonly string[] =>
    keywords.filter((keyword) => words.some((word) => isSameWord(keyword, word)));
  const asked = hitsOf(whenToUse);
  const described = hitsOf(description);
  const isNamed = name.trim() !== "" && plain.includes(name);
  // A share of the prompt's keywords, not of the mode's: otherwise a mode with a long description would never be chosen.
  // Without keywords there are no hits, so the dividend is 0.
  const count = Math.max(1, keywords.length);
  return {
    value:
      (WHEN_TO_USE_WEIGHT * asked.length) / count +
      (DESCRIPTION_WEIGHT * described.length) / count +
      (isNamed ? NAME_WEIGHT : 0),
    words: [...new Set([...(isNamed ? [name.trim()] : []), ...asked, ...described])],
  };
}

function wordsOf(mode: Scored): ModeWords {
  const known = modeWords.get(mode);
  if (known !== undefined) return known;
  const words: ModeWords = {
    whenToUse: extractKeywords(mode.whenToUse ?? "", MODE_KEYWORDS_MAX),
    description: extractKeywords(mode.description, MODE_KEYWORDS_MAX),
    name: toPlainWords(mode.title),
  };
  modeWords.set(mode, words);
  return words;
}
