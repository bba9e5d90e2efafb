// The hunks of a changed file, with their numbers and states.
import { neutralLine, revealCode } from "@parley/base";
import { HUNK_ROWS_MAX } from "../../limits.ts";
import { toChangedFile, type ShownChange } from "../../changes/change-requests.ts";
import { line, span, type Line, type StyleName } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { shortenedLine } from "../../terminal/wrap.ts";
import { drawChanges } from "./changes.ts";

const STYLES: Readonly<Record<string, StyleName>> = { "+": "good", "-": "bad", "\\": "dim" };
const WITHOUT_HUNKS: Readonly<Record<string, string>> = {
  same: "Only its name or mode changed.",
  binary: "Not a text file; it is undone as a whole.",
  too_large: "Too large to be shown; it is undone as a whole.",
  skipped: "Too large for a snapshot; it cannot be undone.",
};

export function drawHunks(file: ShownChange, theme: Theme): Line[] {
  const [, ...named] = drawChanges({ files: [toChangedFile(file)], omitted: 0 }, theme);
  const why = WITHOUT_HUNKS[file.content];
  const rows = why === undefined ? file.hunks.flatMap((hunk) => drawHunk(hunk)) : [line("  ", span(why, "dim"))];
  const shown = rows.slice(0, HUNK_ROWS_MAX).map((row) => shortenedLine(row, theme.columns));
  const hidden = rows.length - shown.length;
  return [...named, ...shown, ...(hidden > 0 ? [line("  ", span(`… ${hidden} more rows`, "dim"))] : [])];
}

function drawHunk({ number, state, written_by: by, old_start: at, lines }: ShownChange["hunks"][number]): Line[] {
  const about = [`line ${at}`, ...(state === "pending" ? [] : [state]), ...(by === undefined ? [] : [by.title])];
  return [
    line("  ", span(`Hunk ${number}`, "strong"), span(`  ${neutralLine(about.join(", "))}`, "dim")),
    ...lines.map((row) => line("  ", span(revealCode(row), STYLES[row[0] ?? ""]))),
  ];
}
