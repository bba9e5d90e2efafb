// "Did you mean …?": known names that resemble one that was mistyped.
import { NEAR_NAME_CHARS_MAX, NEAR_NAMES_MAX } from "../limits.ts";

/** The most similar first. */
export function findNearNames(
  typed: string,
  names: readonly string[],
  namesMax: number = NEAR_NAMES_MAX,
): readonly string[] {
  const word = typed.toLowerCase();
  if (word === "" || word.length > NEAR_NAME_CHARS_MAX) return [];
  const scored = [...new Set(names)].flatMap((name) => {
    const score = scoreOf(word, name.toLowerCase());
    return score === undefined ? [] : { name, score };
  });
  return scored
    .toSorted((one, other) => one.score - other.score || (one.name < other.name ? -1 : 1))
    .slice(0, namesMax)
    .map(({ name }) => name);
}

/** The most similar one, or undefined if none is similar enough. */
export function findNearestName(typed: string, names: readonly string[]): string | undefined {
  return findNearNames(typed, names, 1)[0];
}

/** What was expected instead of an unknown name: `one of color, model (did you mean "model"?)`. */
export function describeKnownNames(typed: string, names: readonly string[]): string {
  const nearest = findNearestName(typed, names);
  const hint = nearest === undefined ? "" : ` (did you mean ${JSON.stringify(nearest)}?)`;
  return `one of ${names.join(", ")}${hint}`;
}

/** Lower is more similar; undefined is not similar at all. */
function scoreOf(word: string, name: string): number | undefined {
  if (name.startsWith(word) && word.length > 1) return 0;
  const parts = name.split(/[:/._-]+/);
  if (parts.some((part) => part !== "" && part === word)) return 1;
  if (name.length > NEAR_NAME_CHARS_MAX) return undefined;
  const distance = editDistance(word, name);
  return distance <= Math.max(1, Math.floor(Math.min(word.length, name.length) / 3)) ? 1 + distance : undefined;
}

/** Letters to add, remove, replace or swap with the next one. */
export function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
