// JSON that may be none.
import { parseJson as parse } from "@parley/base";

/** In an object of its own, since `null` is JSON too; undefined for what is none. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parse(text) };
  } catch {
    return undefined; // Whoever asks knows what to do with a text that is only a text.
  }
}
