// What went wrong, in words for the person.
import { reveal, truncate } from "@parley/base";

const MESSAGE_CHARS_MAX = 2_000;

export function toMessage(error: unknown): string {
  return truncate(reveal(error instanceof Error ? error.message : String(error)), MESSAGE_CHARS_MAX);
}
