// Draws the files of a session by folder: heat, whether they are in context, and the last access.
import { neutralLine } from "@parley/base";
import {
  folderOf,
  groupByFolder,
  listFiles,
  type FileOrder,
  type MirroredSession,
  type WatchedFile,
} from "@parley/observe";
import { formatElapsed } from "@parley/chat-model";
import { line, span, type Line, type Span, type StyleName } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { cell, rightCell, row, spread } from "../../terminal/rows.ts";
import { shortened, shortenedStart, widthOf } from "../../terminal/width.ts";
import { drawHeat } from "./bars.ts";
import type { WatchModel } from "./model.ts";
import type { Sort } from "./view.ts";

const HEAT_COLUMNS_MIN = 5;
const HEAT_COLUMNS_MAX = 16;
const HEAT_SHARE = 0.13;
const ACTION_COLUMNS = 9;
const COUNT_COLUMNS = 9;
const AGE_COLUMNS = 6;
const PATH_COLUMNS_MIN = 6;
/** Below this width, counts are left out. */
const COUNTS_FROM_COLUMNS = 60;

const ORDERS: Readonly<Record<Sort, FileOrder>> = { heat: "heat", path: "name", recent: "recent" };

const ACTIONS: Readonly<Record<WatchedFile["lastAction"], readonly [word: string, style: StyleName]>> = {
  read: ["read", "accent"],
  write: ["write", "warn"],
  search: ["search", "dim"],
  user_provided: ["given", "good"],
  user_referenced: ["named", "good"],
  blocked: ["blocked", "bad"],
};

export function drawFiles(session: MirroredSession, { view, nowMs }: WatchModel, theme: Theme, rows: number): Line[] {
  if (rows < 1) return [];
  const files = listFiles(session.files.values(), { order: ORDERS[view.sort], filter: view.filter });
  const head = drawHead(session, files.length, view.filter, theme);
  if (files.length === 0) return [head, line(span(`   ${describeNone(session, view.filter)}`, "dim"))].slice(0, rows);
  const offset = Math.min(view.offset, files.length - 1);
  const shown = takeFitting(files.slice(offset), rows - 1);
  const lines = groupByFolder(shown).flatMap(({ path, files: inside }) => {
    const folder = path === "." ? "" : `${path}/`.replace("//", "/");
    // A folder with one file needs no line of its own.
    if (inside.length < 2) return inside.map((file) => drawFile(file, folder, nowMs, theme));
    const folderLine = line(span(` ${shortenedStart(neutralLine(folder || "./"), theme.columns - 1)}`, "dim"));
    return [folderLine, ...inside.map((file) => drawFile(file, "", nowMs, theme))];
  });
  const hidden = files.length - offset - shown.length;
  const all = hidden > 0 ? [head, ...lines, line(span(`   ${hidden} more below`, "dim"))] : [head, ...lines];
  return all.slice(0, rows);
}

function drawHead(session: MirroredSession, shown: number, filter: string, theme: Theme): Line {
  const inContext = Array.from(session.files.values()).filter((file) => file.inContext).length;
  const of = filter === "" ? `${session.files.size}` : `${shown} of ${session.files.size}`;
  const mark = line(span(`${theme.symbols.dot} `, "good"), span(`in context ${inContext} `, "dim"));
  return spread(line(" ", span("Files", "heading"), span(`  ${of}`, "dim")), mark, theme.columns);
}

function describeNone({ files }: MirroredSession, filter: string): string {
  return files.size > 0 ? `no file path contains "${neutralLine(filter)}"` : "no files accessed yet";
}

/** Includes lines for folders, and a line with the number of files that do not fit. */
function takeFitting(files: readonly WatchedFile[], rows: number): readonly WatchedFile[] {
  const folders = new Map<string, number>();
  let used = 0;
  for (const [index, { path }] of files.entries()) {
    const folder = folderOf(path);
    const count = folders.get(folder) ?? 0;
    folders.set(folder, count + 1);
    used += count === 1 ? 2 : 1;
    const left = index < files.length - 1 ? 1 : 0;
    if (used + left > rows) return files.slice(0, Math.max(1, index));
  }
  return files;
}

function drawFile(file: WatchedFile, folder: string, nowMs: number, theme: Theme): Line {
  const [word, style] = ACTIONS[file.lastAction];
  const heatColumns = Math.min(HEAT_COLUMNS_MAX, Math.max(HEAT_COLUMNS_MIN, Math.floor(theme.columns * HEAT_SHARE)));
  const mark: Span = file.inContext ? span(theme.symbols.dot, "good") : span(theme.symbols.hollow, "dim");
  const hasCounts = theme.columns >= COUNTS_FROM_COLUMNS;
  return row(
    {
      left: line("   ", ...drawHeat(file.heat, heatColumns, theme), " ", mark, " "),
      fill: (columns) => drawPath(file, folder, columns),
      right: line(
        cell(word, ACTION_COLUMNS, style),
        hasCounts ? cell(describeCounts(file), COUNT_COLUMNS, "dim") : undefined,
        rightCell(describeAge(nowMs - file.atMs), AGE_COLUMNS, "dim"),
      ),
      fillColumnsMin: PATH_COLUMNS_MIN,
    },
    // The last column stays free.
    theme.columns - 1,
  );
}

/** If they do not both fit, the name takes precedence over the folder. */
function drawPath(file: WatchedFile, folder: string, columns: number): Line {
  const name = shortened(neutralLine(nameOf(file.path)), columns);
  const before = shortenedStart(neutralLine(folder), columns - widthOf(name));
  const isFaint = !file.inContext && file.heat < 0.2;
  return line(span(before, "dim"), cell(name, columns - widthOf(before), isFaint ? "dim" : undefined));
}

function describeCounts({ reads, writes }: WatchedFile): string {
  return [reads > 0 ? `${reads}r` : "", writes > 0 ? `${writes}w` : ""].filter((part) => part !== "").join(" ");
}

function describeAge(ms: number): string {
  const elapsed = formatElapsed(ms).split(" ")[0] ?? "";
  return elapsed === "" ? "now" : elapsed;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
