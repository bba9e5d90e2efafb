// Reads values of a line from another process leniently and within limits: invalid ones are dropped.
import { isObject, type JsonObject } from "@parley/base";
import { TEXT_CHARS_MAX } from "../limits.ts";

export function textOf(value: unknown, charsMax: number = TEXT_CHARS_MAX): string | undefined {
  return typeof value === "string" ? value.slice(0, charsMax) : undefined;
}

/** Ids are compared, so an overlong one counts as missing. */
export function idOf(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= TEXT_CHARS_MAX ? value : undefined;
}

export function numberOf(value: unknown, otherwise = 0): number {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** The last ones, if there are too many. */
export function listOf<Item>(value: unknown, max: number, read: (item: JsonObject) => Item | undefined): Item[] {
  if (!Array.isArray(value)) return [];
  const items: Item[] = [];
  for (const each of value.slice(-max)) {
    const item = isObject(each) ? read(each) : undefined;
    if (item !== undefined) items.push(item);
  }
  return items;
}

export function textsOf(value: unknown, max: number, charsMax: number): string[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, max).filter((each): each is string => typeof each === "string" && each.length <= charsMax);
}
