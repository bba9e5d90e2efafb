// JSON objects whose fields have not been checked yet.
import { parseJson } from "./parse-json.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Arrays and null are not objects. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Undefined if the text is not JSON, or is some other JSON value. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // The caller decides what a damaged text means.
  }
}
