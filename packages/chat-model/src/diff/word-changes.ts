// Finds the words that differ between two versions of a line.
import { DIFF_LINE_CHARS_MAX, WORD_EDITS_MAX } from "../limits.ts";
import { findEdits } from "@parley/base/diff";

/** A run of text; `isChanged` if the other line does not contain it. */
export interface WordRun {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Lines with less in common count as different lines, in which marked words would only be noise. */
const KEPT_SHARE_MIN = 0.4;

/** Undefined if marking words would not help. */
export function compareWords(old: string, now: string): { old: WordRun[]; now: WordRun[] } | undefined {
  if (Math.max(old.length, now.length) > DIFF_LINE_CHARS_MAX) return undefined;
  const [olds, news] = [toWords(old), toWords(now)];
  const edits = findEdits(olds, news, WORD_EDITS_MAX);
  const runs = { old: [] as WordRun[], now: [] as WordRun[] };
  let [oldIndex, newIndex, kept] = [0, 0, 0];
  for (const edit of edits) {
    if (edit !== "added") append(runs.old, olds[oldIndex++] ?? "", edit === "removed");
    if (edit === "same") kept += news[newIndex]?.trim().length ?? 0;
    if (edit !== "removed") append(runs.now, news[newIndex++] ?? "", edit === "added");
  }
  const whole = Math.max(old.replace(/\s/g, "").length, now.replace(/\s/g, "").length);
  return kept < whole * KEPT_SHARE_MIN || whole === 0 ? undefined : runs;
}

function append(runs: WordRun[], text: string, isChanged: boolean): void {
  const last = runs.at(-1);
  if (last?.isChanged === isChanged) runs[runs.length - 1] = { text: last.text + text, isChanged };
  else runs.push({ text, isChanged });
}

function toWords(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}
