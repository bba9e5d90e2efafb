// The lines of a hunk as rows of a diff, with their numbers.
import type { DiffRow } from "@parley/chat-model";
import type { Hunk } from "./changes-port.ts";

const TYPES = { " ": "same", "-": "removed", "+": "added" } as const;

/** A line with `\` says that the line before it has no line break: that is part of that line's text here. */
export function toHunkRows({
  lines,
  old_start,
  new_start,
}: Pick<Hunk, "lines" | "old_start" | "new_start">): DiffRow[] {
  let [oldNumber, newNumber] = [old_start, new_start];
  const rows: DiffRow[] = [];
  for (const line of lines) {
    const type = TYPES[line.charAt(0) as keyof typeof TYPES] as (typeof TYPES)[keyof typeof TYPES] | undefined;
    const last = rows.at(-1);
    if (type !== undefined) {
      rows.push({ type, text: line.slice(1), number: type === "removed" ? oldNumber : newNumber });
      if (type !== "added") oldNumber += 1;
      if (type !== "removed") newNumber += 1;
    } else if (last !== undefined && last.type !== "gap") {
      rows[rows.length - 1] = { ...last, text: `${last.text} (no newline at end of file)` };
    }
  }
  return rows;
}
