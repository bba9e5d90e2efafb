// `parley trace stats`: prints statistics of a trace.
import { formatBytes } from "@parley/base";
import {
  createTraceCounter,
  type MethodStats,
  type SessionStats,
  type Spread,
  type TraceStats,
  type UpdateStats,
} from "@parley/observe";
import { listenForStop } from "../../client/stop-signals.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printLines, printTable } from "../../output/print.ts";
import { toIso } from "../../output/time.ts";
import { EMPTY_LINE, line, span, type Line } from "../../terminal/line.ts";
import type { traceStatsUsage } from "../../usage/trace.ts";
import { formatMs } from "./draw-row.ts";
import { nameOf, openFile } from "./open-file.ts";

export const run: Run<typeof traceStatsUsage> = async ({ flags, positionals }, context) => {
  using stop = listenForStop();
  const counted: (TraceStats & { readonly file: string })[] = [];
  for (const path of positionals) {
    const counter = createTraceCounter();
    for await (const item of openFile(path, { signal: stop.asked, isSilent: true })) counter.add(item);
    counted.push({ file: nameOf(path), ...counter.result() });
  }
  if (flags.json) printJson({ traces: counted });
  else for (const stats of counted) printStats(stats, context);
  return ExitCodes.endTurn;
};

function printStats(stats: TraceStats & { readonly file: string }, context: CommandContext): void {
  printLines([line(span(stats.file, "heading")), ...drawFacts(stats), EMPTY_LINE], context);
  printTable<MethodStats>(
    [
      { title: "FROM", text: ({ from }) => from },
      { title: "METHOD", text: ({ method }) => method, style: () => "strong" },
      { title: "CALLS", text: ({ calls }) => String(calls) },
      { title: "ANSWERS", text: ({ answers }) => String(answers) },
      { title: "ERRORS", text: ({ errors }) => String(errors), style: ({ errors }) => (errors > 0 ? "bad" : "dim") },
      { title: "BYTES", text: ({ bytes }) => formatBytes(bytes) },
      { title: "P50", text: ({ tookMs }) => spreadOf(tookMs, "p50") },
      { title: "P95", text: ({ tookMs }) => spreadOf(tookMs, "p95") },
      { title: "MAX", text: ({ tookMs }) => spreadOf(tookMs, "max") },
    ],
    stats.methods,
    context,
  );
  if (stats.updates.length > 0) {
    printLines([EMPTY_LINE], context);
    printTable<UpdateStats>(
      [
        { title: "UPDATE", text: ({ update }) => update, style: () => "strong" },
        { title: "COUNT", text: ({ count }) => String(count) },
        { title: "BYTES", text: ({ bytes }) => formatBytes(bytes) },
      ],
      stats.updates,
      context,
    );
  }
  printLines([...stats.sessions.flatMap(drawSession), EMPTY_LINE], context);
}

function drawFacts(stats: TraceStats): readonly Line[] {
  const { from, startedAtMs, endedAtMs } = stats;
  const isTimed = startedAtMs !== undefined && endedAtMs !== undefined;
  const side = (name: "client" | "agent"): string => `${from[name].frames} frames, ${formatBytes(from[name].bytes)}`;
  const odd = [
    [stats.unanswered, "requests without an answer"],
    [stats.notJson, "lines that are not JSON"],
    [stats.notKept, "frames too large to keep"],
    [stats.dropped, "frames not recorded"],
    [stats.damaged, "lines damaged"],
  ] as const;
  return [
    fact(
      "Agent",
      `${stats.agent ?? "unknown"}${stats.protocolVersion === undefined ? "" : `, version ${stats.protocolVersion} of the protocol`}`,
    ),
    fact("Client", stats.client ?? "unknown"),
    ...(isTimed && endedAtMs > startedAtMs
      ? [fact("Time", `${toIso(startedAtMs)}, for ${formatMs(endedAtMs - startedAtMs)}`)]
      : []),
    fact("Sent", `client ${side("client")}; agent ${side("agent")}; ${stats.connections} connections`),
    ...odd.filter(([count]) => count > 0).map(([count, what]) => line(span(`            ${count} ${what}`, "warn"))),
  ];
}

function drawSession(session: SessionStats): readonly Line[] {
  const { permissions: asked, usage, tokens } = session;
  const spread = (name: string, value: Spread | undefined): readonly Line[] =>
    value === undefined || value.max === 0
      ? []
      : [fact(name, `p50 ${formatMs(value.p50)}, p95 ${formatMs(value.p95)}, max ${formatMs(value.max)}`)];
  const cost = usage?.cost === undefined ? "" : `, ${usage.cost.amount} ${usage.cost.currency}`;
  const failed = session.failedToolCalls === 0 ? "" : ` (${session.failedToolCalls} failed)`;
  return [
    EMPTY_LINE,
    line(
      span(`Session ${session.sessionId}`, "strong"),
      session.title === undefined ? "" : `  ${session.title}`,
      span(`  ${session.cwd ?? ""}`, "dim"),
    ),
    fact("Turns", `${session.turns}${describeCounts(session.stopReasons)}`),
    ...(Object.keys(session.toolCalls).length === 0
      ? []
      : [fact("Tools", `${describeCounts(session.toolCalls).slice(2)}${failed}`)]),
    ...(asked.asked === 0
      ? []
      : [
          fact(
            "Asked",
            `${asked.asked}: ${asked.allowed} allowed, ${asked.rejected} rejected, ${asked.cancelled} cancelled`,
          ),
        ]),
    ...spread("Turn", session.turnMs),
    ...spread("To words", session.firstTokenMs),
    ...spread("Waited", session.permissionMs),
    ...(usage === undefined ? [] : [fact("Context", `${usage.used} of ${usage.size} tokens${cost}`)]),
    ...(tokens === undefined ? [] : [fact("Tokens", `${tokens} in all turns`)]),
  ];
}

function fact(name: string, text: string): Line {
  return line(span(`  ${name.padEnd(10)}`, "dim"), text);
}

function describeCounts(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}

function spreadOf(spread: Spread | undefined, which: "p50" | "p95" | "max"): string {
  return spread === undefined || spread.max === 0 ? "" : formatMs(spread[which]);
}
