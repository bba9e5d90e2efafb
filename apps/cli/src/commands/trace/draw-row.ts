// A row of the timeline as a line of the terminal.
import type { TimelineRow } from "@parley/observe";
import { line, span, type Line, type StyleName } from "../../terminal/line.ts";
import { neutralLine } from "../../terminal/neutral-text.ts";
import { shortened, widthOf } from "../../terminal/width.ts";

const LINE_COLUMNS = 6;
const TIME_COLUMNS = 10;
const LABEL_COLUMNS = 28;
const SIZE_COLUMNS = 9;
const SUMMARY_COLUMNS_MIN = 20;
const SESSION_CHARS = 6;

/** `columns` undefined: as long as it takes. */
export function drawRow(row: TimelineRow, columns: number | undefined): Line {
  const { from, kind, isError, sessionId, bytes, tookMs } = row;
  const label = neutralLine(`${row.label}${row.id === undefined ? "" : ` #${shortened(row.id, 8)}`}`);
  const style: StyleName | undefined = isError ? "bad" : kind === "request" ? "strong" : undefined;
  const head = line(
    span(`${String(row.line).padStart(LINE_COLUMNS)} `, "dim"),
    span(`${formatSince(row.sinceMs).padStart(TIME_COLUMNS)} `, "dim"),
    from === undefined ? "   " : span(ARROWS[from], from === "client" ? "accent" : "good"),
    span(`${shortened(label, LABEL_COLUMNS).padEnd(LABEL_COLUMNS)} `, style),
    span(`${(bytes === 0 ? "" : formatBytes(bytes)).padStart(SIZE_COLUMNS)} `, "dim"),
    span(`${(sessionId ?? "").slice(-SESSION_CHARS).padEnd(SESSION_CHARS)} `, "dim"),
  );
  const took = tookMs === undefined ? "" : `${formatMs(tookMs)} `;
  const summary = neutralLine(row.summary);
  const shown = columns === undefined ? summary : shortened(summary, roomFor(head, took, columns));
  return [...head, ...line(span(took, slowness(tookMs)), span(shown, isError ? "bad" : undefined))];
}

function roomFor(head: Line, took: string, columns: number): number {
  const width = head.reduce((sum, part) => sum + widthOf(part.text), 0) + took.length;
  return Math.max(SUMMARY_COLUMNS_MIN, columns - width);
}

const ARROWS = { client: "→  ", agent: "←  " } as const;

const SLOW_MS = 5_000;

function slowness(tookMs: number | undefined): StyleName {
  return tookMs !== undefined && tookMs >= SLOW_MS ? "warn" : "dim";
}

function formatSince(sinceMs: number | undefined): string {
  return sinceMs === undefined ? "" : `+${(sinceMs / 1_000).toFixed(3)}`;
}

export function formatMs(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 60_000
    ? `${(ms / 1_000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

const KIB = 1024;
const MIB = 1024 * KIB;

export function formatBytes(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  return bytes < MIB ? `${(bytes / KIB).toFixed(1)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`;
}
