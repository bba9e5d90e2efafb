// Every place where a text is, word for word.
import type { Place, TextEdit } from "./text-edit.ts";

/** None of them overlaps another. */
export function findExact(text: string, { oldText, newText }: TextEdit): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(oldText); at !== -1; at = text.indexOf(oldText, at + oldText.length)) {
    places.push({ start: at, end: at + oldText.length, replacement: newText });
  }
  return places;
}
