// The variables that a tool's input sets: an object, a list of pairs, or lines.
import { isObject } from "@parley/base";
import { PATHS_MAX } from "../limits.ts";

export function readVariables(value: unknown): readonly (readonly [name: string, value: string])[] {
  return toPairs(value)
    .slice(0, PATHS_MAX)
    .flatMap(([name, text]) => {
      const isPlain = typeof text === "string" || typeof text === "number" || typeof text === "boolean";
      return typeof name === "string" && name !== "" && isPlain ? [[name, String(text)] as const] : [];
    });
}

function toPairs(value: unknown): readonly (readonly unknown[])[] {
  if (isObject(value)) return Object.entries(value);
  if (Array.isArray(value)) return value.map(toPair);
  return typeof value === "string" ? value.split(/[\n,;]/).map((item) => toPair(item.trim())) : [];
}

function toPair(item: unknown): readonly unknown[] {
  if (Array.isArray(item)) return item;
  if (isObject(item)) return [item["name"] ?? item["key"], item["value"]];
  const [, name, value] = typeof item === "string" ? (/^([^=]+)=(.*)$/s.exec(item) ?? []) : [];
  return [name, value];
}
