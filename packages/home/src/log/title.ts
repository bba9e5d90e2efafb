// What a session is called: the agent's word for it, else the beginning of the first prompt.
import type { ContentBlock } from "@parley/acp";
import { redactStart } from "@parley/policy";
import { TITLE_CHARS_MAX, TITLE_SOURCE_CHARS } from "./limits.ts";

const DOTS = "...";
/** Line breaks, what moves a terminal's cursor, and what turns the direction of a line. */
const FOLDED = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** Made for the first title that is too long: it takes as much as loading all the rest. */
let segmenter: Intl.Segmenter | undefined;

/** `undefined` if there is no text. What was attached (links, files, images) is no title. */
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
  // A long address after a short word says more than the short word alone.
  return end >= kept.length / 2 ? kept.slice(0, end) : kept.trimEnd();
}

/** What a reader sees as one character stays whole, but for one that is longer than a title. */
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
