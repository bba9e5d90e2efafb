// Values of another form → the schema's form. A value that cannot be converted is returned unchanged.
import { isObject } from "@parley/base";
import type { Fields } from "../decode-trail.ts";

/** Protocol versions were dates once; those are all before version 2. */
export function toVersion(text: string): number {
  return /^\d{1,5}$/.test(text) ? Number(text) : 1;
}

export function toTextBlock(text: string): Fields {
  return { type: "text", text };
}

const fromMaps = new WeakSet<object>();

export function toNameValueList(map: Fields): Fields[] {
  const list = Object.entries(map).map(([name, value]) => ({ name, value }));
  fromMaps.add(list);
  return list;
}

/** It arrived as an object, so its sender identifies the items by name. */
export function isFromMap(value: unknown): boolean {
  return typeof value === "object" && value !== null && fromMaps.has(value);
}

export function toMap(list: readonly unknown[]): unknown {
  const entries: [string, unknown][] = [];
  for (const item of list) {
    if (!isObject(item) || typeof item["name"] !== "string") return list;
    entries.push([item["name"], item["value"]]);
  }
  return Object.fromEntries(entries);
}

/** One item where the schema has a list of them. */
export function toList(item: Fields): Fields[] {
  return [item];
}
