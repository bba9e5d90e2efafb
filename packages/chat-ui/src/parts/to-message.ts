// What went wrong, in words for the person.
import { reveal, truncate } from "@parley/base";
import { ERROR_CHARS_MAX } from "../limits.ts";

export function toMessage(error: unknown): string {
  return reveal(truncate(error instanceof Error ? error.message : String(error), ERROR_CHARS_MAX));
}
