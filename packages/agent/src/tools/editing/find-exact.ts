// Finds all exact occurrences of a text.
import type { Place, TextEdit } from "./text-edit.ts";

/** They do not overlap. */
export function findExact(text: string, { oldText, newText }: TextEdit): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(oldText); at !== -1; at = text.indexOf(oldText, at + oldText.length)) {
    places.push({ start: at, end: at + oldText.length, replacement: newText });
  }
  return places;
}
