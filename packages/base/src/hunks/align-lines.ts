// Aligns the lines of an edited text with those of the original.
import { findEdits } from "../diff.ts";
import { EDITED_LINES_MAX } from "../limits.ts";

/**
 * For each old line its index among the new ones, or −1. Equal lines can be matched in several ways; a line counts as
 * the same only where a comparison from the start and one from the end agree.
 */
export function alignLines(olds: readonly string[], news: readonly string[]): number[] {
  const forward = alignOnce(olds, news);
  const backward = alignOnce(olds.toReversed(), news.toReversed());
  return forward.map((place, index) => {
    const mirrored = backward[olds.length - 1 - index] ?? -1;
    return mirrored !== -1 && news.length - 1 - mirrored === place ? place : -1;
  });
}

function alignOnce(olds: readonly string[], news: readonly string[]): number[] {
  const places: number[] = [];
  let now = 0;
  for (const edit of findEdits(olds, news, EDITED_LINES_MAX)) {
    if (edit === "added") now += 1;
    else if (edit === "removed") places.push(-1);
    else {
      places.push(now);
      now += 1;
    }
  }
  return places;
}
