// Draws a session in a few lines: its title, its state, and how time and context were used.
import { neutralLine, plural } from "@parley/base";
import type { MirroredSession } from "@parley/observe";
import { homedir } from "node:os";
import { formatCost, formatDuration, formatTokens } from "@parley/chat-model";
import { line, span, type Line, type Span, type Style } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { cell, spread } from "../../terminal/rows.ts";
import { shortenedStart } from "../../terminal/width.ts";
import { lineWidth } from "../../terminal/wrap.ts";
import { drawBar, drawShares, type Share } from "./bars.ts";
import { countOfCalls, type WatchModel } from "./model.ts";

const LABEL_COLUMNS = 10;
const BAR_COLUMNS_MAX = 40;
const FOLDER_COLUMNS_MAX = 40;
/** A context this full is likely to be compacted soon. */
const FULL_SHARE = 0.85;
const BUSY_SHARE = 0.6;

export function drawSummary(session: MirroredSession, model: WatchModel, theme: Theme): Line[] {
  return [
    drawTitle(session, theme),
    drawStatus(session, model, theme),
    drawTime(session, theme),
    ...drawUsage(session, theme),
  ];
}

function drawTitle({ title, cwd, sessionId }: MirroredSession, theme: Theme): Line {
  const name =
    title === undefined ? span(`Session ${neutralLine(sessionId)}`, "strong") : span(neutralLine(title), "strong");
  const folder =
    cwd === undefined
      ? ""
      : shortenedStart(neutralLine(withTilde(cwd)), Math.min(FOLDER_COLUMNS_MAX, theme.columns / 2));
  return spread(line(" ", name), line(span(`${folder} `, "dim")), theme.columns);
}

function drawStatus(session: MirroredSession, model: WatchModel, theme: Theme): Line {
  const { turn, firstTokenMs, plan, oddities, dropped, sessionMode, isOver } = session;
  const parts: Line[] = [line(drawState(session, model, theme)), line(`turn ${turn}`)];
  if (dropped > 0) parts.push(line(span(`${dropped} not seen`, "bad")));
  if (plan !== undefined && plan.total > 0) parts.push(drawPlan(plan, theme));
  parts.push(line(plural(countOfCalls(session), "tool call")));
  if (oddities > 0) parts.push(line(span(plural(oddities, "oddity", "oddities"), "warn")));
  // The feed shows several agents together; for a session that is over this is irrelevant.
  if (sessionMode === "multi_agent" && !isOver) parts.push(line(span("multi-agent", "dim")));
  if (firstTokenMs !== undefined)
    parts.push(line(span(`first token ${formatDuration(firstTokenMs) || "< 0.1 s"}`, "dim")));
  // The most important part comes first, and parts that do not fit are dropped.
  while (parts.length > 1 && lineWidth(joined(parts, theme)) > theme.columns) parts.pop();
  return joined(parts, theme);
}

function joined(parts: readonly Line[], { symbols }: Theme): Line {
  const separator = span(`  ${symbols.separator}  `, "dim");
  return line(" ", ...parts.flatMap((part, index) => (index === 0 ? part : [separator, ...part])));
}

function drawState(session: MirroredSession, { link, nowMs }: WatchModel, { symbols }: Theme): Span {
  if (session.isOver) return span(`${symbols.cross} gone`, "dim");
  if (!session.isRunning) {
    const { lastStopReason } = session;
    const how =
      lastStopReason === undefined || lastStopReason === "end_turn" ? "" : ` (${neutralLine(lastStopReason)})`;
    return span(`${symbols.hollow} idle${how}`, "dim");
  }
  // Without a connection to the feed, the current state of the session is unknown.
  if (link.type !== "connected") return span(`${symbols.hollow} was running`, "dim");
  const spinner = symbols.spinner[Math.floor(nowMs / 100) % symbols.spinner.length] ?? "";
  return session.isAsking === true ? span(`${symbols.warning} needs you`, "warn") : span(`${spinner} running`, "good");
}

function drawPlan({ done, total }: { readonly done: number; readonly total: number }, { symbols }: Theme): Line {
  const shown = Math.min(total, 10);
  const filled = Math.round((done / total) * shown);
  const marks = symbols.dot.repeat(filled);
  return [
    span("plan "),
    span(marks, "good"),
    span(symbols.hollow.repeat(shown - filled), "dim"),
    span(` ${done}/${total}`),
  ];
}

function drawTime({ time }: MirroredSession, theme: Theme): Line {
  const total = time.modelMs + time.toolsMs + time.permissionMs;
  const rows: readonly (Share & { readonly name: string })[] = [
    { name: "model", amount: time.modelMs, style: { color: "blue" }, letter: "m" },
    { name: "tools", amount: time.toolsMs, style: { color: "green" }, letter: "t" },
    { name: "waiting", amount: time.permissionMs, style: { color: "yellow" }, letter: "w" },
  ];
  const bar = drawShares(rows, barColumns(theme), theme);
  if (total <= 0) return line(label("time"), ...bar, span("  no turn yet", "dim"));
  let drawn = line(label("time"), ...bar, span(`  ${formatDuration(total)}`));
  for (const { name, amount, style } of rows) {
    const share = span(`${Math.round((amount / total) * 100)}%`, "dim");
    const next = line(...drawn, { text: `  ${name} `, style }, share);
    if (amount > 0 && lineWidth(next) <= theme.columns) drawn = next;
  }
  return drawn;
}

function drawUsage({ usage }: MirroredSession, theme: Theme): Line[] {
  if (usage === undefined) return [line(label("context"), span("not reported by the agent", "dim"))];
  const { used, size, cost } = usage;
  const paid =
    cost === undefined ? undefined : span(`  ${formatCost(cost.amount, neutralLine(cost.currency))}`, "strong");
  if (size <= 0) return [line(label("context"), `${formatTokens(used)} tokens`, paid)];
  const share = used / size;
  const style: Style =
    share >= FULL_SHARE ? { color: "red" } : share >= BUSY_SHARE ? { color: "yellow" } : { color: "cyan" };
  const words = `  ${formatTokens(used)} of ${formatTokens(size)}`;
  return [
    line(
      label("context"),
      ...drawBar(share, barColumns(theme), style, theme),
      words,
      span(`  ${Math.round(share * 100)}%`, "dim"),
      paid,
    ),
  ];
}

function label(name: string): Span {
  return cell(` ${name}`, LABEL_COLUMNS, "dim");
}

function barColumns({ columns }: Theme): number {
  return Math.min(BAR_COLUMNS_MAX, Math.max(6, Math.floor((columns - LABEL_COLUMNS) / 3)));
}

function withTilde(folder: string): string {
  const home = homedir();
  return folder === home || folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder;
}
