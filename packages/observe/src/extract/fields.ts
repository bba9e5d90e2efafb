// Reads fields of messages that may have any form. Nothing here throws or changes what it reads.
import { isObject } from "@parley/base";
import { LIST_ITEMS_MAX, PATH_CHARS_MAX, TEXT_CHARS_MAX } from "../limits.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** An object without fields. Most updates of a tool call have no input. */
const NO_FIELDS: Fields = {};
const NO_ITEMS: readonly unknown[] = [];

/** An object unchanged; anything else counts as empty. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : NO_FIELDS;
}

/** Non-empty text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The same for text that is kept and shown: cut at a limit. */
export function wordsOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined || text.length <= TEXT_CHARS_MAX ? text : copyText(text.slice(0, TEXT_CHARS_MAX));
}

/** A path of a folder or a file; a longer text is not a path. */
export function pathOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined || text.length > PATH_CHARS_MAX ? undefined : text;
}

/** A command line to keep: a long one is cut after a whole word, so that part of a path is not mistaken for a path. */
export function lineOf(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= TEXT_CHARS_MAX) return text;
  const cut = text.slice(0, TEXT_CHARS_MAX);
  return copyText(/^[^]*\s/.exec(cut)?.[0].trimEnd() ?? cut);
}

/** Copies a slice, because a slice keeps the whole text in memory. */
export function copyText(piece: string): string {
  return JSON.parse(JSON.stringify(piece)) as string;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Limited to the maximum for one message. */
export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return NO_ITEMS;
  return value.length <= LIST_ITEMS_MAX ? value : value.slice(0, LIST_ITEMS_MAX);
}
