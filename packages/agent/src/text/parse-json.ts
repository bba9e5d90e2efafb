// Parses JSON without throwing.
import { parseJson as parse } from "@parley/base";

/** Wrapped in an object, since `null` is valid JSON; undefined if it is not JSON. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parse(text) };
  } catch {
    return undefined; // Not JSON, which the caller handles.
  }
}
