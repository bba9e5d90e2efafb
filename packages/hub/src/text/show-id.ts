// Shortens a client's id for a message, because it may be any text of any length.
import { neutralLine } from "@parley/base";
import { NAME_IN_ERROR_CHARS_MAX } from "../limits.ts";

export function showId(id: string): string {
  return neutralLine(id.slice(0, NAME_IN_ERROR_CHARS_MAX));
}
