// Finds a text without an exact match, by searches of increasing tolerance.
import { findLines, ignoringLineEnds, ignoringSpace } from "./find-lines.ts";
import { toPlainCharacters } from "./look-alikes.ts";
import type { Place, TextEdit } from "./text-edit.ts";

type Search = (text: string, edit: TextEdit) => Place[];

const SEARCHES: readonly Search[] = [
  findLookAlike,
  (text, edit) => findLines(text, edit, ignoringLineEnds),
  (text, edit) => findLines(text, edit, ignoringSpace),
];

/** The matches of the first search that finds any. */
export function findFuzzy(text: string, edit: TextEdit): Place[] {
  for (const search of SEARCHES) {
    const places = search(text, edit);
    if (places.length > 0) return places;
  }
  return [];
}

/** Ignores differences in quotes, dashes and spaces. Parts that old and new text share keep the file's spelling. */
function findLookAlike(text: string, { oldText, newText }: TextEdit): Place[] {
  const [plain, wanted] = [toPlainCharacters(text), toPlainCharacters(oldText)];
  const most = Math.min(oldText.length, newText.length);
  let before = 0;
  while (before < most && oldText[before] === newText[before]) before += 1;
  let behind = 0;
  while (behind < most - before && oldText.at(-1 - behind) === newText.at(-1 - behind)) behind += 1;
  const places: Place[] = [];
  for (let at = plain.indexOf(wanted); at !== -1; at = plain.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length;
    const changed = newText.slice(before, newText.length - behind);
    places.push({
      start: at,
      end,
      replacement: text.slice(at, at + before) + changed + text.slice(end - behind, end),
    });
  }
  return places;
}
