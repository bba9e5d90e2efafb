// Draws all sessions in two lines each: agent, title, context, cost, and current activity.
import { neutralLine, plural } from "@parley/base";
import { listFiles, runningToolCalls, totalOf, type MirroredSession } from "@parley/observe";
import { formatCost, formatTokens } from "@parley/chat-model";
import { EMPTY_LINE, line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { cell, rightCell, spread } from "../../terminal/rows.ts";
import { shortened } from "../../terminal/width.ts";
import { drawBar, drawHeat } from "./bars.ts";
import { nameOf, type WatchModel } from "./model.ts";

const NAME_COLUMNS = 16;
const BAR_COLUMNS = 10;
const ROWS_EACH = 3;

export function drawOverview({ sessions, view }: WatchModel, theme: Theme, rows: number): Line[] {
  const fitting = Math.max(1, Math.floor((rows - 1) / ROWS_EACH));
  // The list scrolls so that the cursor stays visible.
  const offset = Math.min(Math.max(0, view.cursor - fitting + 1), Math.max(0, sessions.length - fitting));
  const shown = sessions.slice(offset, offset + fitting);
  const each = shown.flatMap((session, index) => [
    ...drawSession(session, sessions, offset + index, offset + index === view.cursor, theme),
    EMPTY_LINE,
  ]);
  return [drawTotals(sessions, theme), ...each];
}

function drawTotals(sessions: readonly MirroredSession[], theme: Theme): Line {
  const { running, files, inContext, blocked, unasked, cost } = totalOf(sessions);
  const paid = Object.entries(cost).map(([currency, amount]) => formatCost(amount, neutralLine(currency)));
  const words = [`${running} running`, `${plural(files, "file")}, ${inContext} in context`, ...paid];
  const alarms = [
    blocked > 0 ? span(`${blocked} blocked `, "bad") : undefined,
    unasked > 0 ? span(`${unasked} unapproved `, "warn") : undefined,
  ];
  return spread(
    line(" ", span("All", "heading"), span(`  ${words.join(`  ${theme.symbols.separator}  `)}`, "dim")),
    line(...alarms),
    theme.columns,
  );
}

function drawSession(
  session: MirroredSession,
  sessions: readonly MirroredSession[],
  index: number,
  isUnderCursor: boolean,
  theme: Theme,
): Line[] {
  const { symbols } = theme;
  const { usage, title, isOver, isRunning, turn, blocked, unasked } = session;
  const mark = isOver
    ? span(symbols.cross, "dim")
    : isRunning
      ? span(symbols.dot, "good")
      : span(symbols.hollow, "dim");
  const name = cell(neutralLine(nameOf(session, sessions)), NAME_COLUMNS, isOver ? "dim" : "strong");
  const left = line(
    span(isUnderCursor ? symbols.arrow : " ", "accent"),
    `${index + 1} `,
    mark,
    " ",
    name,
    " ",
    neutralLine(title ?? ""),
  );
  const bar =
    usage === undefined || usage.size <= 0
      ? []
      : drawBar(usage.used / usage.size, BAR_COLUMNS, { color: "cyan" }, theme);
  const paid = usage?.cost === undefined ? "" : formatCost(usage.cost.amount, neutralLine(usage.cost.currency));
  const used = usage === undefined ? "" : ` ${formatTokens(usage.used)}`;
  const right = line(span(`turn ${turn}  `, "dim"), ...bar, cell(used, 6, "dim"), rightCell(paid, 7), " ");
  const [hottest] = listFiles(session.files.values(), { max: 1 });
  const [call] = runningToolCalls(session).toReversed();
  const doing = call === undefined ? (isRunning ? "thinking" : "") : neutralLine(call.title);
  const alarms = line(
    blocked.length > 0 ? span(`${blocked.length} blocked `, "bad") : undefined,
    unasked.length > 0 ? span(`${unasked.length} unapproved `, "warn") : undefined,
  );
  const heat =
    hottest === undefined ? [] : [...drawHeat(hottest.heat, 4, theme), span(` ${neutralLine(hottest.path)}`)];
  const second = line("     ", cell(shortened(doing, 30), 32, "accent"), ...heat);
  return [spread(left, right, theme.columns), spread(second, alarms, theme.columns)];
}
