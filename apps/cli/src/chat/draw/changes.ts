// The files that a turn changed, with the number of lines, and a mark on those that no permission covered.
import type { ChangedFile } from "@parley/acp";
import type { ChangesItem } from "@parley/acp/transcript";
import { line, span, type Line, type StyleName } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { shortenedStart, widthOf } from "../../terminal/width.ts";
import { lineWidth } from "../../terminal/wrap.ts";
import { CHANGED_FILES_MAX } from "../../limits.ts";
import { plural, revealLine } from "@parley/base";

const LETTERS: Readonly<Record<string, readonly [string, StyleName]>> = {
  added: ["A", "good"],
  modified: ["M", "warn"],
  deleted: ["D", "bad"],
  renamed: ["R", "accent"],
};
const UNASKED = "not approved";
const DIFFERS = "differs from what you approved";

export function drawChanges(
  { files, omitted }: Pick<ChangesItem, "files" | "omitted">,
  theme: Theme,
  rowsMax: number = CHANGED_FILES_MAX,
): Line[] {
  const count = files.length + omitted;
  if (count === 0) return [];
  const added = sum(files, "linesAdded");
  const removed = sum(files, "linesRemoved");
  const head = line(span(`${plural(count, "file")} changed`, "strong"), "  ", ...drawCounts(added, removed, theme));
  const shown = files.slice(0, rowsMax);
  const hidden = count - shown.length;
  const more = hidden > 0 ? [line("  ", span(`… ${hidden} more (/files shows all)`, "dim"))] : [];
  return [head, ...drawFiles(shown, theme), ...more, ...drawWarning(files, theme)];
}

function drawFiles(files: readonly ChangedFile[], theme: Theme): Line[] {
  const names = files.map(nameOf);
  const widest = Math.max(0, ...names.map(widthOf));
  const room = Math.min(widest, Math.max(12, theme.columns - COUNTS_COLUMNS));
  return files.map((file, index) => {
    const [letter, style] = LETTERS[file.change] ?? ["?", "dim"];
    const name = shortenedStart(names[index] ?? "", room);
    const counts = drawCounts(file.linesAdded ?? 0, file.linesRemoved ?? 0, theme);
    const mark = file.isUncovered === true ? span(`  ${theme.symbols.warning}`, "warn") : undefined;
    const gap = " ".repeat(room - widthOf(name) + 2);
    const drawn = line("  ", span(letter, style), " ", name, counts.length === 0 ? undefined : gap, ...counts, mark);
    const why = file.differsFromApproved === true ? DIFFERS : UNASKED;
    const isRoomy = lineWidth(drawn) + why.length + 1 <= theme.columns;
    return mark !== undefined && isRoomy ? [...drawn, span(` ${why}`, "warn")] : drawn;
  });
}

/** Four for the letter, the rest for `+12345 −12345 !`. */
const COUNTS_COLUMNS = 4 + 18;

function drawCounts(added: number, removed: number, { symbols }: Theme): Line {
  return line(
    added > 0 ? span(`+${added}`, "good") : undefined,
    added > 0 && removed > 0 ? " " : undefined,
    removed > 0 ? span(`${symbols.minus}${removed}`, "bad") : undefined,
  );
}

function drawWarning(files: readonly ChangedFile[], { symbols }: Theme): Line[] {
  const count = files.filter(({ isUncovered }) => isUncovered).length;
  if (count === 0) return [];
  const text = count === 1 ? "1 file was changed" : `${count} files were changed`;
  return [line("  ", span(`${symbols.warning} ${text} without your approval. /undo reverts this turn.`, "warn"))];
}

function nameOf({ path, from }: ChangedFile): string {
  return from === undefined ? revealLine(path) : `${revealLine(from)} → ${revealLine(path)}`;
}

function sum(files: readonly ChangedFile[], field: "linesAdded" | "linesRemoved"): number {
  return files.reduce((total, file) => total + (file[field] ?? 0), 0);
}
