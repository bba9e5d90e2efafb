// `{{ key }}` in the texts of a recipe.
import { PARAMETER_KEY_CHARS_MAX } from "../limits.ts";

const PLACEHOLDER = /\{\{\s{0,8}([A-Za-z_]\w{0,63})\s{0,8}\}\}/g;

export function isKey(text: string): boolean {
  return text.length <= PARAMETER_KEY_CHARS_MAX && /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}

/** Each once, in order. */
export function findKeys(text: string): readonly string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, key = ""]) => key))];
}

/** In one pass: placeholders within values are not filled. A key without a value stays as it is. */
export function fill(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(PLACEHOLDER, (placeholder: string, key: string) => values.get(key) ?? placeholder);
}

export function toPlaceholder(key: string): string {
  return `{{ ${key} }}`;
}
