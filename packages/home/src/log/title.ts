// The title of a session: the agent's, otherwise the beginning of the first prompt.
import type { Annotations, ContentBlock } from "@parley/acp";
import { startOf } from "@parley/base";
import { redactStart } from "@parley/policy";
import { TITLE_CHARS_MAX, TITLE_SOURCE_CHARS } from "../limits.ts";

/** Line breaks, cursor movements, and marks that change the writing direction. */
const FOLDED = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** `undefined` without text. Attachments (links, files, images) and text that is only for the agent are not a title. */
export function toPromptTitle(prompt: readonly ContentBlock[]): string | undefined {
  const texts = prompt.map((block) => (block.type === "text" && isForUser(block.annotations) ? block.text : ""));
  return toTitle(texts.join(" "), TITLE_CHARS_MAX);
}

function isForUser(annotations: Annotations | null | undefined): boolean {
  return annotations?.audience?.includes("user") ?? true;
}

/** One line of at most `charsMax` characters, cut at a word if that leaves enough; `undefined` if it is blank. */
export function toTitle(text: string, charsMax: number): string | undefined {
  const line = redactStart(text, TITLE_SOURCE_CHARS).replaceAll(FOLDED, " ").trim();
  if (line === "") return undefined;
  return line.length <= charsMax ? line : `${cutAtWord(line, charsMax - 1)}…`;
}

function cutAtWord(line: string, charsMax: number): string {
  const kept = startOf(line, charsMax);
  if (line[kept.length] === " ") return kept;
  const end = kept.lastIndexOf(" ");
  // A long URL after a short word says more than the short word alone.
  return end >= kept.length / 2 ? kept.slice(0, end) : kept.trimEnd();
}
