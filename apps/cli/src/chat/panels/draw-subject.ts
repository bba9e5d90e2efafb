// Draws the subject of a permission: the command, the diff, the address or the paths, in full or as much as fits.
import { NO_PATH, type Diff, type SubjectPart } from "@parley/chat-model";
import { drawDiff } from "../../terminal/diff/draw-diff.ts";
import { line, span, type Line, type StyleName } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { shortenedStart } from "../../terminal/width.ts";
import { breakCharacters, shortenedLine } from "../../terminal/wrap.ts";

type Change = Extract<SubjectPart, { type: "change" }>;

/** Returns all lines. */
export function drawSubject(parts: readonly SubjectPart[], theme: Theme): Line[] {
  return indented(parts.flatMap((part) => drawPart(part, innerOf(theme))));
}

/**
 * As much of every part as fits, with the number of omitted lines. A change shows removed and added lines, however
 * little room there is; a long command shows its beginning and its end.
 */
export function fitSubject(
  parts: readonly SubjectPart[],
  theme: Theme,
  rowsMax: number,
): { readonly lines: readonly Line[]; readonly hidden: number } {
  const inner = innerOf(theme);
  const drawn = parts.map((part) => drawPart(part, inner));
  const total = drawn.reduce((sum, { length }) => sum + length, 0);
  if (total <= rowsMax) return { lines: indented(drawn.flat()), hidden: 0 };
  const rooms = shareRows(
    drawn.map(({ length }) => length),
    rowsMax,
  );
  const lines = parts.flatMap((part, index) => fitPart(part, drawn[index] ?? [], rooms[index] ?? 0, inner));
  return { lines: indented(lines), hidden: total - lines.length };
}

const STYLE_NAMES = { path: "strong", detail: "dim", text: "dim" } as const satisfies Record<string, StyleName>;

function innerOf(theme: Theme): Theme {
  return { ...theme, columns: Math.max(10, theme.columns - 4) };
}

function indented(lines: readonly Line[]): Line[] {
  return lines.map((row) => [{ text: "  " }, ...row]);
}

/** Small parts get their full height; the others share the rest. */
function shareRows(needs: readonly number[], rows: number): number[] {
  const rooms = needs.map(() => 0);
  let left = rows;
  const byNeed = needs.map((need, index) => ({ need, index })).toSorted((one, other) => one.need - other.need);
  for (const [place, { need, index }] of byNeed.entries()) {
    const room = Math.min(need, Math.floor(left / (byNeed.length - place)));
    rooms[index] = room;
    left -= room;
  }
  return rooms;
}

function fitPart(part: SubjectPart, drawn: readonly Line[], room: number, theme: Theme): readonly Line[] {
  if (drawn.length <= room) return drawn;
  if (room <= 0) return [];
  if (part.type === "change" && part.diff !== undefined) return fitChange(part, part.diff, room, theme);
  // The end of a long command matters as much as its beginning.
  const end = Math.min(2, Math.floor((room - 1) / 2));
  const gap = end === 0 ? [] : [line(span("  ⋮", "warn"))];
  return [...drawn.slice(0, room - end - gap.length), ...gap, ...drawn.slice(drawn.length - end)];
}

/** The name of the file, then only the changed lines, each in one row. */
function fitChange({ path }: Change, diff: Diff, room: number, theme: Theme): readonly Line[] {
  const head = line(span(shortenedStart(path === "" ? NO_PATH : path, theme.columns), "strong"));
  const changed = diff.rows.filter(({ type }) => type === "added" || type === "removed");
  const [added, removed] = ["added", "removed"].map((type) => changed.filter((row) => row.type === type).length);
  const rows = room - 1;
  const removedRoom = Math.max(rows - (added ?? 0), Math.min(removed ?? 0, Math.floor(rows / 2)));
  const rooms: Record<string, number> = { removed: removedRoom, added: rows - Math.min(removedRoom, removed ?? 0) };
  const kept = changed.filter(({ type }) => {
    const left = rooms[type] ?? 0;
    rooms[type] = left - 1;
    return left > 0;
  });
  // Wide enough for any line, so that each takes one row, which is cut afterwards.
  const drawn = drawDiff({ ...diff, rows: kept }, { ...theme, columns: 100_000 }, { rowsMax: rows });
  return [head, ...drawn.map((row) => shortenedLine(row, theme.columns))];
}

function drawPart(part: SubjectPart, theme: Theme): Line[] {
  switch (part.type) {
    case "command":
      return drawCommand(part.text, theme);
    case "change":
      return drawChange(part, theme);
    case "path":
    case "detail":
    case "text":
      return breakCharacters([span(part.text, STYLE_NAMES[part.type])], theme.columns);
  }
}

/** Shows every character of a command, because the user approves exactly that. */
function drawCommand(command: string, theme: Theme): Line[] {
  return command
    .split("\n")
    .flatMap((text, index) =>
      breakCharacters(line(span(text, "strong")), theme.columns - 2).map((row, part) =>
        line(span(index === 0 && part === 0 ? "$ " : "  ", "accent"), ...row),
      ),
    );
}

function drawChange({ path, diff }: Change, theme: Theme): Line[] {
  const head = breakCharacters(line(span(path === "" ? NO_PATH : path, "strong")), theme.columns);
  if (diff === undefined) return [...head, line(span("too large to show", "warn"))];
  return [...head, ...drawDiff(diff, theme, { rowsMax: Number.POSITIVE_INFINITY })];
}
