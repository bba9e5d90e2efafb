// Applies a model's replacements, all of them or none, or returns why that is impossible.
import { PLACES_SHOWN_MAX } from "../../limits.ts";
import { fromBareText, toBareText } from "../files/text-form.ts";
import { findExact } from "./find-exact.ts";
import { findFuzzy } from "./find-fuzzy.ts";
import { showNearest } from "./nearest-lines.ts";
import type { Edited, EditResult, Place, TextEdit } from "./text-edit.ts";

/** One after the other, each on the result of the previous ones. */
export function applyEdits(original: string, edits: readonly TextEdit[]): EditResult {
  const { bare, form } = toBareText(original);
  // Only a file with mixed line endings has to be used unchanged.
  const isMixed = bare.includes("\r\n");
  let result: Edited = { text: bare, replacements: 0, isFuzzy: false };
  for (const [index, edit] of edits.entries()) {
    const done = applyEdit(result.text, isMixed ? edit : withLf(edit));
    if ("failed" in done) {
      const which = edits.length === 1 ? "" : `Edit ${index + 1} of ${edits.length}: `;
      return { failed: `${which}${done.failed}\nNothing was changed.` };
    }
    result = {
      text: done.text,
      replacements: result.replacements + done.replacements,
      isFuzzy: result.isFuzzy || done.isFuzzy,
    };
  }
  if (result.text === bare) return { failed: "Nothing to change: the file already has the new text." };
  return { ...result, text: fromBareText(result.text, form) };
}

function applyEdit(text: string, edit: TextEdit): EditResult {
  if (edit.oldText === edit.newText) return { failed: "old_text and new_text are the same." };
  if (edit.oldText === "") return fill(text, edit);
  const exact = findExact(text, edit);
  if (exact.length > 0) return replace(text, exact, edit, false);
  const bare = withoutNumbers(edit);
  const fuzzy = bare === undefined ? findFuzzy(text, edit) : findEither(text, bare);
  if (fuzzy.length > 0) return replace(text, fuzzy, edit, true);
  return { failed: describeMissing(text, edit) };
}

function findEither(text: string, edit: TextEdit): Place[] {
  const exact = findExact(text, edit);
  return exact.length > 0 ? exact : findFuzzy(text, edit);
}

function fill(text: string, { newText }: TextEdit): EditResult {
  if (text !== "") {
    return {
      failed: "old_text is empty, which is only allowed for a new or empty file. Give the text to replace.",
    };
  }
  return { text: newText, replacements: 1, isFuzzy: false };
}

function replace(text: string, places: readonly Place[], { replaceAll }: TextEdit, isFuzzy: boolean): EditResult {
  if (places.length > 1 && !replaceAll) return { failed: describeSeveral(text, places, isFuzzy) };
  let [result, from] = ["", 0];
  for (const { start, end, replacement } of places) {
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return { text: result + text.slice(from), replacements: places.length, isFuzzy };
}

function describeSeveral(text: string, places: readonly Place[], isFuzzy: boolean): string {
  const lines = places.slice(0, PLACES_SHOWN_MAX).map(({ start }) => lineAt(text, start));
  const more = places.length > lines.length ? " and more" : "";
  const how = isFuzzy ? "is not there word for word; with other whitespace or quotes it is" : "is";
  return (
    `old_text ${how} there ${places.length} times (at lines ${lines.join(", ")}${more}). ` +
    "Include more surrounding lines until it is unique, or set replace_all."
  );
}

function describeMissing(text: string, { oldText }: TextEdit): string {
  const nearest = showNearest(text, oldText);
  if (nearest === undefined) return "old_text was not found, nor anything similar. Read the file again.";
  return `old_text was not found, not even with other whitespace or quotes. The most similar lines are:\n${nearest}`;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

function withLf({ oldText, newText, replaceAll }: TextEdit): TextEdit {
  return { oldText: oldText.replaceAll("\r\n", "\n"), newText: newText.replaceAll("\r\n", "\n"), replaceAll };
}

/** Removes line numbers that the model copied from its input. Undefined if there are none. */
function withoutNumbers({ oldText, newText, replaceAll }: TextEdit): TextEdit | undefined {
  const isNumbered = oldText.split("\n").every((line) => line === "" || /^ *\d+\t/.test(line));
  if (!isNumbered) return undefined;
  const bare = stripNumbers(oldText);
  return bare === "" ? undefined : { oldText: bare, newText: stripNumbers(newText), replaceAll };
}

function stripNumbers(text: string): string {
  return text.replaceAll(/^ *\d+\t/gm, "");
}
