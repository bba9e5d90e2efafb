// Draws a row of the timeline as one line.
import { formatBytes, neutralLine } from "@parley/base";
import type { TimelineRow } from "@parley/observe";
import { line, span, type Line, type StyleName } from "../../terminal/line.ts";
import { cell, rightCell, row } from "../../terminal/rows.ts";
import { shortened } from "../../terminal/width.ts";

const LINE_COLUMNS = 6;
const TIME_COLUMNS = 10;
const LABEL_COLUMNS = 28;
const SIZE_COLUMNS = 10;
const SUMMARY_COLUMNS_MIN = 20;
const SESSION_CHARS = 6;

/** Without `columns`, the line is not truncated. */
export function drawRow(timed: TimelineRow, columns = Number.POSITIVE_INFINITY): Line {
  const { from, kind, isError, sessionId, bytes, tookMs } = timed;
  const label = neutralLine(`${timed.label}${timed.id === undefined ? "" : ` #${shortened(timed.id, 8)}`}`);
  const style: StyleName | undefined = isError ? "bad" : kind === "request" ? "strong" : undefined;
  const left = line(
    rightCell(String(timed.line), LINE_COLUMNS, "dim"),
    " ",
    rightCell(formatSince(timed.sinceMs), TIME_COLUMNS, "dim"),
    " ",
    from === undefined ? "   " : span(ARROWS[from], from === "client" ? "accent" : "good"),
    cell(label, LABEL_COLUMNS, style),
    " ",
    rightCell(bytes === 0 ? "" : formatBytes(bytes), SIZE_COLUMNS, "dim"),
    " ",
    cell((sessionId ?? "").slice(-SESSION_CHARS), SESSION_CHARS, "dim"),
    " ",
    tookMs === undefined ? undefined : span(`${formatMs(tookMs)} `, tookMs >= SLOW_MS ? "warn" : "dim"),
  );
  const summary = neutralLine(timed.summary);
  const fill = (room: number): Line => line(span(shortened(summary, room), isError ? "bad" : undefined));
  return row({ left, fill, fillColumnsMin: SUMMARY_COLUMNS_MIN }, columns);
}

const ARROWS = { client: "→  ", agent: "←  " } as const;

const SLOW_MS = 5_000;

function formatSince(sinceMs: number | undefined): string {
  return sinceMs === undefined ? "" : `+${(sinceMs / 1_000).toFixed(3)}`;
}

export function formatMs(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 60_000
    ? `${(ms / 1_000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}
