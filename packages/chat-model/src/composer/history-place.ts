// Going back and forth in what was sent before, and searching it. The draft is kept until one comes back to it.
import { foldCase } from "@parley/base";

export interface HistoryPlace {
  /** The oldest first. */
  readonly entries: readonly string[];
  /** Where one is; undefined at the draft. */
  readonly index?: number | undefined;
  readonly draft?: string | undefined;
}

/** The place and its text; undefined if there is nothing further that way. */
export function stepHistory(
  place: HistoryPlace,
  by: -1 | 1,
  current: string,
): { place: HistoryPlace; text: string } | undefined {
  const { entries, index = entries.length } = place;
  const next = index + by;
  if (next < 0 || next > entries.length || index === next) return undefined;
  const draft = place.index === undefined ? current : (place.draft ?? "");
  const text = next === entries.length ? draft : (entries[next] ?? "");
  return { place: { entries, index: next === entries.length ? undefined : next, draft }, text };
}

/** The latest entry before `before` that has the words. */
export function searchBack(
  entries: readonly string[],
  query: string,
  before: number = entries.length,
): number | undefined {
  const wanted = foldCase(query);
  for (let index = Math.min(before, entries.length) - 1; index >= 0; index -= 1) {
    if (foldCase(entries[index] ?? "").includes(wanted)) return index;
  }
  return undefined;
}
