// Cuts a long batch into pieces that are small enough to be read for a single event.
import { ParleyError } from "@parley/base";
import { BATCH_CHARS_MAX, BATCH_EVENTS_MAX } from "../store-limits.ts";

/** In order, none of them empty. Throws `bad_input` if a line has a newline: every later event would have a wrong number. */
export function* cutBatch(lines: readonly string[]): Generator<readonly string[]> {
  let start = 0;
  let chars = 0;
  for (const [index, line] of lines.entries()) {
    if (line.includes("\n"))
      throw new ParleyError({ code: "bad_input", message: "An event has a newline in its line" });
    const isFull = index - start >= BATCH_EVENTS_MAX || chars + line.length > BATCH_CHARS_MAX;
    if (index > start && isFull) {
      yield lines.slice(start, index);
      start = index;
      chars = 0;
    }
    chars += line.length;
  }
  if (start < lines.length) yield start === 0 ? lines : lines.slice(start);
}
