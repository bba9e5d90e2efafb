// The differing parts of a hunk, without the context lines around and between them.
import type { Hunk } from "./create-hunks.ts";

export interface Block {
  /** Counted from 0. */
  readonly start: number;
  readonly lines: readonly string[];
  /** Those of the other side. */
  readonly other: readonly string[];
}

/** With the lines and places of one side, moved by `shift` lines. */
export function toBlocks({ oldStart, newStart, lines }: Hunk, side: "old" | "new", shift: number): Block[] {
  const blocks: { start: number; lines: string[]; other: string[] }[] = [];
  const own = side === "old" ? "-" : "+";
  let place = (side === "old" ? oldStart : newStart) - 1 + shift;
  let open: (typeof blocks)[number] | undefined;
  for (const [index, line] of lines.entries()) {
    const sign = line[0];
    if (sign === "\\") continue;
    const text = lines[index + 1]?.startsWith("\\") === true ? line.slice(1) : `${line.slice(1)}\n`;
    if (sign === " ") {
      open = undefined;
      place += 1;
      continue;
    }
    if (open === undefined) {
      open = { start: place, lines: [], other: [] };
      blocks.push(open);
    }
    if (sign === own) {
      open.lines.push(text);
      place += 1;
    } else open.other.push(text);
  }
  return blocks;
}
