// Summaries of sessions: totals, running tools, and patterns in the tool calls. Pure functions on plain data.
import type { WatchedSession, WatchedTime, WatchedToolCall } from "./watched.ts";

export interface WatchTotals {
  readonly sessions: number;
  readonly running: number;
  readonly turns: number;
  readonly files: number;
  readonly inContext: number;
  readonly coldFiles: number;
  readonly reads: number;
  readonly writes: number;
  readonly toolCalls: number;
  readonly blocked: number;
  readonly unasked: number;
  readonly oddities: number;
  readonly dropped: number;
  readonly time: WatchedTime;
  /** By currency. */
  readonly cost: Readonly<Record<string, number>>;
}

export interface ToolSummary {
  readonly kind: string;
  readonly calls: number;
  readonly failed: number;
  /** Of finished calls. */
  readonly totalMs: number;
  readonly longestMs: number;
}

export interface ToolStep {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

export function totalOf(sessions: readonly WatchedSession[]): WatchTotals {
  const sum = (of: (session: WatchedSession) => number): number =>
    sessions.reduce((all, session) => all + of(session), 0);
  const cost: Record<string, number> = {};
  for (const { usage } of sessions) {
    if (usage?.cost !== undefined) cost[usage.cost.currency] = (cost[usage.cost.currency] ?? 0) + usage.cost.amount;
  }
  return {
    sessions: sessions.length,
    running: sum(({ isRunning }) => Number(isRunning)),
    turns: sum(({ turn }) => turn),
    files: sum(({ files }) => files.size),
    inContext: sum((session) => sumFiles(session, ({ inContext }) => Number(inContext))),
    coldFiles: sum(({ coldFiles }) => coldFiles?.size ?? 0),
    reads: sum((session) => sumFiles(session, ({ reads }) => reads)),
    writes: sum((session) => sumFiles(session, ({ writes }) => writes)),
    toolCalls: sum(({ toolCounts }) => Object.values(toolCounts).reduce((all, count) => all + count, 0)),
    blocked: sum(({ blocked }) => blocked.length),
    unasked: sum(({ unasked }) => unasked.length),
    oddities: sum(({ oddities }) => oddities),
    dropped: sum(({ dropped }) => dropped),
    time: {
      modelMs: sum(({ time }) => time.modelMs),
      toolsMs: sum(({ time }) => time.toolsMs),
      permissionMs: sum(({ time }) => time.permissionMs),
    },
    cost,
  };
}

/** Unfinished calls, oldest first. */
export function runningToolCalls({ toolCalls }: WatchedSession): readonly WatchedToolCall[] {
  return toolCalls.filter(({ endedAtMs }) => endedAtMs === undefined);
}

/** The latest calls by kind, most frequent first. */
export function summarizeTools({ toolCalls }: WatchedSession): readonly ToolSummary[] {
  const byKind = new Map<string, ToolSummary>();
  for (const { kind, status, startedAtMs, endedAtMs } of toolCalls) {
    const known = byKind.get(kind) ?? { kind, calls: 0, failed: 0, totalMs: 0, longestMs: 0 };
    const tookMs = endedAtMs === undefined ? 0 : Math.max(0, endedAtMs - startedAtMs);
    byKind.set(kind, {
      kind,
      calls: known.calls + 1,
      failed: known.failed + Number(status === "failed"),
      totalMs: known.totalMs + tookMs,
      longestMs: Math.max(known.longestMs, tookMs),
    });
  }
  return [...byKind.values()].toSorted((a, b) => b.calls - a.calls || (a.kind < b.kind ? -1 : 1));
}

/**
 * Which kind follows which, most frequent first: `search`, `read`, `edit` means that the agent looks before it writes.
 */
export function toolSteps({ toolCalls }: WatchedSession): readonly ToolStep[] {
  const steps = new Map<string, ToolStep>();
  for (const [index, { kind: to }] of toolCalls.entries()) {
    const from = toolCalls[index - 1]?.kind;
    if (from === undefined) continue;
    const key = `${from}\0${to}`;
    steps.set(key, { from, to, count: (steps.get(key)?.count ?? 0) + 1 });
  }
  return [...steps.values()].toSorted((a, b) => b.count - a.count);
}

function sumFiles(
  { files, coldFiles }: WatchedSession,
  of: (file: { readonly inContext: boolean; readonly reads: number; readonly writes: number }) => number,
): number {
  let all = 0;
  for (const file of files.values()) all += of(file);
  for (const file of coldFiles?.values() ?? []) all += of(file);
  return all;
}
