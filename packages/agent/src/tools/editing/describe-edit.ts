// Shows the model the edited lines after an edit.
import { findChange } from "../files/diff-content.ts";
import { EDIT_SNIPPET_LINES_MAX } from "../../limits.ts";
import { numberLines, splitLines } from "../files/numbered-lines.ts";
import type { Edited } from "./text-edit.ts";

export function describeEdit(name: string, before: string, { text, replacements, isFuzzy }: Edited): string {
  const { from, newEnd } = findChange(before, text);
  const times = replacements === 1 ? "1 replacement" : `${replacements} replacements`;
  const how = isFuzzy
    ? " (old_text did not match exactly; the only place that matches apart from whitespace or quotes was used)"
    : "";
  const lines = splitLines(text).slice(Math.max(0, from - 2), newEnd + 2);
  const head = `Edited ${name}: ${times}${how}.`;
  if (lines.length > EDIT_SNIPPET_LINES_MAX) return `${head} Lines ${from + 1} to ${newEnd} changed.`;
  return `${head} It now reads:\n${numberLines(lines, Math.max(0, from - 2) + 1)}`;
}

export function describeChanged(name: string): string {
  return `[${name} has changed since you last saw it: read it again before you rely on the rest of it.]`;
}
