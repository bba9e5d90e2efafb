// Describes as lines what changed in the sessions between two updates.
import { neutralLine, plural } from "@parley/base";
import type { MirroredSession } from "@parley/observe";
import { formatCost, formatDuration, formatTokens } from "@parley/chat-model";
import { line, span, type Line, type Span } from "../../terminal/line.ts";
import { nameOf } from "./model.ts";
import type { SessionMatcher } from "./target.ts";

export interface ActivityLines {
  /** Returns lines only for what changed since the previous call. */
  describe(sessions: readonly MirroredSession[], nowMs: number): Line[];
}

interface KnownState {
  readonly isOver: boolean;
  readonly isRunning: boolean;
  readonly turn: number;
  /** The time of the last access, by path. */
  readonly files: ReadonlyMap<string, number>;
  /** The status that was last shown for each call, by id. */
  readonly calls: ReadonlyMap<string, string>;
  /** The time of the last blocked and the last unapproved action. */
  readonly blockedAtMs: number;
  readonly unaskedAtMs: number;
  readonly session: MirroredSession;
}

const CLOCK_FROM = 11;
const CLOCK_TO = 19;

export function createActivityLines(matches: SessionMatcher): ActivityLines {
  const known = new Map<string, KnownState>();
  return {
    describe(sessions, nowMs) {
      const lines: Line[] = [];
      for (const session of sessions) {
        if (!matches(session)) continue;
        const before = known.get(session.key);
        // A session object is replaced whenever it changes, so the same object means no news.
        if (before?.session === session) continue;
        const news = before === undefined ? [begin(session)] : compare(before, session);
        known.set(session.key, remember(session));
        const time = new Date(nowMs).toISOString().slice(CLOCK_FROM, CLOCK_TO);
        const head = [span(`${time} `, "dim"), span(`${neutralLine(nameOf(session, sessions))}  `, "accent")];
        for (const each of news) lines.push(line(...head, ...each));
      }
      for (const key of known.keys()) if (!sessions.some((session) => session.key === key)) known.delete(key);
      return lines;
    },
  };
}

function begin(session: MirroredSession): Line {
  const title = neutralLine(session.title ?? session.sessionId);
  const state = session.isRunning ? `turn ${session.turn} is running` : `idle after turn ${session.turn}`;
  return line(span(title, "strong"), span(`  ${state}, ${plural(session.files.size, "file")}`, "dim"));
}

function compare(before: KnownState, session: MirroredSession): Line[] {
  const lines: Line[] = [];
  if (session.isOver !== before.isOver) lines.push(line(span(session.isOver ? "gone" : "back", "dim")));
  if (session.isRunning && (!before.isRunning || session.turn !== before.turn))
    lines.push(line(`turn ${session.turn} begins`));
  for (const { toolCallId, title, kind, status, startedAtMs, endedAtMs } of session.toolCalls) {
    const isOver = endedAtMs !== undefined;
    if (before.calls.get(toolCallId) === describeCall(isOver)) continue;
    const took = isOver ? formatDuration(endedAtMs - startedAtMs) : "";
    const word: Span = isOver ? span(status, status === "failed" ? "bad" : "good") : span("starts", "accent");
    lines.push(line(word, ` ${neutralLine(title) || neutralLine(kind)}`, span(took === "" ? "" : `  ${took}`, "dim")));
  }
  for (const { path, lastAction, atMs } of session.files.values()) {
    if (atMs > (before.files.get(path) ?? 0))
      lines.push(line(span(`${lastAction.replace("user_", "")} `, "dim"), neutralLine(path)));
  }
  for (const { path, action, reason, atMs } of session.blocked) {
    if (atMs > before.blockedAtMs)
      lines.push(line(span(`blocked ${action} `, "bad"), neutralLine(path), span(`  ${neutralLine(reason)}`, "dim")));
  }
  for (const { what, atMs } of session.unasked)
    if (atMs > before.unaskedAtMs) lines.push(line(span("unapproved ", "warn"), neutralLine(what)));
  if (before.isRunning && !session.isRunning && !session.isOver)
    lines.push(line(`turn ${session.turn} ends`, span(describeEnd(session), "dim")));
  return lines;
}

function describeEnd({ lastStopReason, usage }: MirroredSession): string {
  const parts = [
    lastStopReason === undefined ? undefined : neutralLine(lastStopReason),
    usage === undefined ? undefined : `${formatTokens(usage.used)} of ${formatTokens(usage.size)} tokens`,
    usage?.cost === undefined ? undefined : formatCost(usage.cost.amount, neutralLine(usage.cost.currency)),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? "" : `  ${parts.join(", ")}`;
}

function describeCall(isOver: boolean): string {
  return isOver ? "over" : "runs";
}

function remember(session: MirroredSession): KnownState {
  return {
    isOver: session.isOver,
    isRunning: session.isRunning,
    turn: session.turn,
    files: new Map(Array.from(session.files.values(), ({ path, atMs }) => [path, atMs])),
    calls: new Map(
      session.toolCalls.map(({ toolCallId, endedAtMs }) => [toolCallId, describeCall(endedAtMs !== undefined)]),
    ),
    blockedAtMs: session.blocked.reduce((last, { atMs }) => Math.max(last, atMs), 0),
    unaskedAtMs: session.unasked.reduce((last, { atMs }) => Math.max(last, atMs), 0),
    session,
  };
}
