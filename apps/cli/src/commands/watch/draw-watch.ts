// Draws the whole screen: a pure function from the model to lines, so that tests can check it.
import type { MirroredSession } from "@parley/observe";
import { EMPTY_LINE, line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { apart, sideBySide } from "../../terminal/rows.ts";
import { shortenedLine } from "../../terminal/wrap.ts";
import { drawAttention } from "./draw-attention.ts";
import { drawEmpty, drawHelp } from "./draw-empty.ts";
import { drawFiles } from "./draw-files.ts";
import { drawFooter, drawHeader, drawTabs } from "./draw-frame.ts";
import { drawOverview } from "./draw-overview.ts";
import { drawSummary } from "./draw-summary.ts";
import { drawCounts, drawTools } from "./draw-tools.ts";
import type { WatchModel } from "./model.ts";
import { ALL, selectedOf } from "./view.ts";

/** From this width on, there are two columns. */
const WIDE_COLUMNS = 110;
const SIDE_SHARE = 0.42;
const TOOLS_SHARE = 0.26;
const ATTENTION_SHARE = 0.2;
/** Below the first, only files are shown; from the second on, empty lines separate the parts. */
const SHORT_ROWS = 9;
const ROOMY_ROWS = 20;

/** Returns exactly `rows` lines, none wider than `theme.columns`. */
export function drawWatch(model: WatchModel, theme: Theme, rows: number): Line[] {
  const top = [
    drawHeader(model, theme),
    ...drawTabs(model, theme),
    line(span(theme.symbols.rule.repeat(theme.columns), "dim")),
  ];
  const room = Math.max(0, rows - top.length - 1);
  const body = drawBody(model, theme, room).slice(0, room);
  const lines = apart([...top, ...body], [drawFooter(model, theme)], rows);
  return lines.slice(0, Math.max(1, rows)).map((drawn) => shortenedLine(drawn, theme.columns));
}

function drawBody(model: WatchModel, theme: Theme, rows: number): Line[] {
  if (model.view.isHelp) return drawHelp(theme);
  const shown = selectedOf(model.view, model.sessions);
  if (shown === undefined) return drawEmpty(model, theme, rows);
  if (shown === ALL) return drawOverview(model, theme, rows);
  const summary = drawSummary(shown, model, theme);
  const room = rows - summary.length - 1;
  const below =
    theme.columns >= WIDE_COLUMNS ? drawWide(shown, model, theme, room) : drawNarrow(shown, model, theme, room);
  return [...summary, EMPTY_LINE, ...below];
}

/** Files are on the left, and current activity is on the right. */
function drawWide(session: MirroredSession, model: WatchModel, theme: Theme, rows: number): Line[] {
  const side = Math.floor(theme.columns * SIDE_SHARE);
  const gap = line(" ", span(theme.symbols.bar, "dim"), " ");
  const main = theme.columns - side - 3;
  const sideTheme = { ...theme, columns: side };
  const counts = drawCounts(session, sideTheme);
  const attention = drawAttention(session, model, sideTheme, Math.max(3, Math.floor(rows / 3)), true);
  const tools = drawTools(session, model, sideTheme, Math.max(2, rows - counts.length - attention.length - 2));
  const right = apart([...tools, EMPTY_LINE, ...counts, EMPTY_LINE], attention, rows);
  return sideBySide(drawFiles(session, model, { ...theme, columns: main }, rows), right, main, gap).slice(0, rows);
}

/** Stacks the parts, with the most urgent at the bottom. Files get the remaining rows, which are most of them. */
function drawNarrow(session: MirroredSession, model: WatchModel, theme: Theme, rows: number): Line[] {
  const gap = rows >= ROOMY_ROWS ? [EMPTY_LINE] : [];
  const share = (part: number, most: number): number => Math.min(most, Math.max(3, Math.floor(rows * part)));
  const attention = rows < SHORT_ROWS ? [] : drawAttention(session, model, theme, share(ATTENTION_SHARE, 5), false);
  const tools = rows < SHORT_ROWS ? [] : drawTools(session, model, theme, share(TOOLS_SHARE, 8));
  const below = [tools, attention].filter((part) => part.length > 0).flatMap((part) => [...gap, ...part]);
  const files = drawFiles(session, model, theme, Math.max(0, rows - below.length));
  return apart(files, below, rows);
}
