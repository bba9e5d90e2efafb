// Draws the running tool calls with their duration, the latest finished ones, and the number of calls of each kind.
import { neutralLine } from "@parley/base";
import { runningToolCalls, type MirroredSession, type WatchedToolCall } from "@parley/observe";
import { formatDuration, formatElapsed } from "@parley/chat-model";
import { line, span, type Line, type Span } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { cell, rightCell, spread } from "../../terminal/rows.ts";
import { shortened } from "../../terminal/width.ts";
import { lineWidth } from "../../terminal/wrap.ts";
import { drawBar } from "./bars.ts";
import type { WatchModel } from "./model.ts";

const KINDS_MAX = 6;
const KIND_COLUMNS = 12;

export function drawTools(session: MirroredSession, { nowMs }: WatchModel, theme: Theme, rows: number): Line[] {
  const running = runningToolCalls(session);
  const ended = session.toolCalls.filter(({ endedAtMs }) => endedAtMs !== undefined).toReversed();
  const failed = session.toolCalls.filter(({ status }) => status === "failed").length;
  const sum = failed > 0 ? span(`${failed} of the last ${session.toolCalls.length} failed `, "bad") : undefined;
  const head = spread(
    line(" ", span("Tools", "heading"), span(`  ${running.length} running`, "dim")),
    line(sum),
    theme.columns,
  );
  if (session.toolCalls.length === 0) return [head, line(span("   none called yet", "dim"))];
  const latest = [...running.toReversed(), ...ended];
  return [head, ...latest.slice(0, Math.max(0, rows - 1)).map((call) => drawCall(call, nowMs, theme))];
}

function drawCall(call: WatchedToolCall, nowMs: number, theme: Theme): Line {
  const { title, kind, startedAtMs, endedAtMs } = call;
  const took = endedAtMs === undefined ? formatElapsed(nowMs - startedAtMs) : formatDuration(endedAtMs - startedAtMs);
  const isRunning = endedAtMs === undefined;
  const right = line(
    span(`${shortened(neutralLine(kind), 10)} `, "dim"),
    rightCell(took, 7, isRunning ? "strong" : "dim"),
    " ",
  );
  const name = neutralLine(title) || neutralLine(kind);
  const left = line(
    "   ",
    markOf(call, nowMs, theme),
    " ",
    span(shortened(name, theme.columns), isRunning ? undefined : "dim"),
  );
  return lineWidth(right) > theme.columns / 2 ? left : spread(left, right, theme.columns);
}

function markOf({ status, endedAtMs }: WatchedToolCall, nowMs: number, { symbols }: Theme): Span {
  if (status === "failed") return span(symbols.cross, "bad");
  if (endedAtMs !== undefined) return span(symbols.check, "good");
  return span(symbols.spinner[Math.floor(nowMs / 100) % symbols.spinner.length] ?? "", "accent");
}

/** The kinds of tools that the agent uses most. */
export function drawCounts({ toolCounts }: MirroredSession, theme: Theme): Line[] {
  const counts = Object.entries(toolCounts).toSorted(([, one], [, other]) => other - one);
  if (counts.length === 0) return [];
  const most = counts[0]?.[1] ?? 1;
  const columns = Math.max(4, Math.floor(theme.columns / 3));
  const rows = counts
    .slice(0, KINDS_MAX)
    .map(([name, count]) =>
      line(
        "   ",
        cell(neutralLine(name), KIND_COLUMNS),
        " ",
        ...drawBar(count / most, columns, { color: "magenta" }, theme),
        span(`  ${count}`, "dim"),
      ),
    );
  const more = counts.length > KINDS_MAX ? [line(span(`   and ${counts.length - KINDS_MAX} more`, "dim"))] : [];
  return [line(" ", span("Used so far", "heading")), ...rows, ...more];
}
