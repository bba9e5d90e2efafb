// The title of a session: the agent's, otherwise the beginning of the first prompt.
import type { ContentBlock } from "@parley/acp";
import { redactStart } from "@parley/policy";
import { TITLE_CHARS_MAX, TITLE_SOURCE_CHARS } from "../limits.ts";

const DOTS = "...";
/** Line breaks, cursor movements, and marks that change the writing direction. */
const FOLDED = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** Created for the first title that is too long: it takes as long as loading everything else. */
let segmenter: Intl.Segmenter | undefined;

/** `undefined` without text. Attachments (links, files, images) are not a title. */
export function toPromptTitle(prompt: readonly ContentBlock[]): string | undefined {
  return toTitle(prompt.map((block) => (block.type === "text" ? block.text : "")).join(" "), TITLE_CHARS_MAX);
}

/** One line of at most `charsMax` characters, cut at a word if that leaves enough; `undefined` if it is blank. */
export function toTitle(text: string, charsMax: number): string | undefined {
  const line = redactStart(text, TITLE_SOURCE_CHARS).replaceAll(FOLDED, " ").trim();
  if (line === "") return undefined;
  return countCharacters(line) <= charsMax ? line : cutAtWord(line, charsMax - DOTS.length) + DOTS;
}

function cutAtWord(line: string, charsMax: number): string {
  const kept = takeCharacters(line, charsMax);
  if (line[kept.length] === " ") return kept;
  const end = kept.lastIndexOf(" ");
  // A long URL after a short word says more than the short word alone.
  return end >= kept.length / 2 ? kept.slice(0, end) : kept.trimEnd();
}

/** Grapheme clusters stay whole, except for one that is longer than a title. */
function takeCharacters(line: string, charsMax: number): string {
  let kept = "";
  let count = 0;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  for (const { segment } of segmenter.segment(line)) {
    count += countCharacters(segment);
    if (count > charsMax) break;
    kept += segment;
  }
  return kept === "" ? Array.from(line).slice(0, charsMax).join("") : kept;
}

function countCharacters(text: string): number {
  return Array.from(text).length;
}
