// Reads fields of messages that may have any form. Nothing here throws or changes what it reads.
import { isObject } from "@parley/base";
import { LIST_ITEMS_MAX, PATH_CHARS_MAX, TEXT_CHARS_MAX } from "../limits.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** What has no fields. Most updates of a tool call bring no input. */
const NO_FIELDS: Fields = {};
const NO_ITEMS: readonly unknown[] = [];

/** An object as it is; anything else has no fields. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : NO_FIELDS;
}

/** Text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The same for what is kept and shown: cut at a limit. */
export function wordsOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined || text.length <= TEXT_CHARS_MAX ? text : copyText(text.slice(0, TEXT_CHARS_MAX));
}

/** A path, a folder or a file; a longer one is none. */
export function pathOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined || text.length > PATH_CHARS_MAX ? undefined : text;
}

/** A command line for keeping: a long one ends with a whole word, so that no half of a path is taken for one. */
export function lineOf(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= TEXT_CHARS_MAX) return text;
  const cut = text.slice(0, TEXT_CHARS_MAX);
  return copyText(/^[^]*\s/.exec(cut)?.[0].trimEnd() ?? cut);
}

/** A piece of a text keeps the whole text in memory; a copy of the piece does not. */
export function copyText(piece: string): string {
  return JSON.parse(JSON.stringify(piece)) as string;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** At most so many as one message may name. */
export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return NO_ITEMS;
  return value.length <= LIST_ITEMS_MAX ? value : value.slice(0, LIST_ITEMS_MAX);
}
