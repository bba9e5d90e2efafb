// Checks whether a text is the result of a tool call's edits, applied to the file as it is.
import { OCCURRENCES_MAX } from "../limits.ts";
import type { TextEdit } from "./reading.ts";

export interface TextChange {
  /** Undefined if the file is missing or cannot be read. */
  readonly before: string | undefined;
  readonly after: string;
}

/** Ignores line endings. */
export function fitsEdits(edits: readonly TextEdit[], { before, after }: TextChange): boolean {
  const [only, ...others] = edits;
  if (only === undefined) return false;
  const isOne = others.length === 0 && only.old === undefined;
  if (isOne && isInsertion(toPlain(before ?? ""), withoutEnd(toPlain(after)), toPlain(only.new))) return true;
  return applyEdits(edits, before ?? "").some((text) => isSameText(text, after));
}

/** The possible results of the edits, with plain line endings; none if a part to replace is missing. */
export function applyEdits(edits: readonly TextEdit[], before: string): readonly string[] {
  let texts: readonly string[] = [toPlain(before)];
  for (const edit of edits) {
    const old = edit.old === undefined ? undefined : toPlain(edit.old);
    const plain = { ...edit, old, new: toPlain(edit.new) };
    texts = [...new Set(texts.flatMap((text) => apply(text, plain)))].slice(0, OCCURRENCES_MAX);
  }
  return texts;
}

/** Ignores line endings, also at the end, and a byte order mark. */
export function isSameText(one: string, other: string): boolean {
  return withoutEnd(toPlain(one)) === withoutEnd(toPlain(other));
}

/** Returns every possible result, because an edit does not say which of several equal passages it replaces. */
function apply(text: string, { old, new: now, isAll }: TextEdit): readonly string[] {
  if (old === undefined || withoutEnd(old) === withoutEnd(text)) return [now];
  if (old === "") return [];
  if (isAll) return text.includes(old) ? [text.replaceAll(old, () => now)] : [];
  const found: string[] = [];
  for (let at = text.indexOf(old); at !== -1 && found.length < OCCURRENCES_MAX; at = text.indexOf(old, at + 1)) {
    found.push(text.slice(0, at) + now + text.slice(at + old.length));
  }
  return found;
}

/** The file with the new text somewhere in it. */
function isInsertion(before: string, after: string, inserted: string): boolean {
  const piece = withoutEnd(inserted);
  if (piece === "" || after.length <= piece.length) return false;
  const kept = withoutEnd(before);
  let tries = 0;
  for (let at = after.indexOf(piece); at !== -1 && tries < OCCURRENCES_MAX; at = after.indexOf(piece, at + 1)) {
    const [head, tail] = [after.slice(0, at), after.slice(at + piece.length)];
    if (withoutEnd(head + tail) === kept || withoutEnd(head + tail.replace(/^\n/, "")) === kept) return true;
    tries += 1;
  }
  return false;
}

function toPlain(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 10) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}
