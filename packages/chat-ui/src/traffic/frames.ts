// The messages of a trace as rows that can be filtered.
import { createTimeline, toTraceLine, type TimelineRow, type TraceItem } from "@parley/observe";
import { FRAMES_MAX } from "../watch-limits.ts";

export interface FrameRow {
  readonly row: TimelineRow;
  readonly item: TraceItem;
  /** What a filter looks at, in lower case. */
  readonly words: string;
}

export type FrameFilter = "all" | "client" | "agent" | "requests" | "updates" | "errors";

const MATCHES: Readonly<Record<FrameFilter, (row: TimelineRow) => boolean>> = {
  all: () => true,
  client: ({ from }) => from === "client",
  agent: ({ from }) => from === "agent",
  requests: ({ kind }) => kind === "request" || kind === "response",
  updates: ({ kind }) => kind === "notification",
  errors: ({ isError }) => isError,
};

/** In their order; of a long trace the latest. */
export function toFrameRows(items: Iterable<TraceItem>): readonly FrameRow[] {
  const timeline = createTimeline();
  const rows: FrameRow[] = [];
  for (const item of items) {
    const row = timeline.row(item);
    if (item.type === "header") continue;
    const words = [row.label, row.method, row.summary, row.id, row.kind].join(" ").toLowerCase();
    rows.push({ row, item, words });
  }
  return rows.slice(-FRAMES_MAX);
}

/** Words in any order; each has to be in the row, or in the message itself. */
export function filterRows(rows: readonly FrameRow[], text: string, filter: FrameFilter): readonly FrameRow[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isWanted = MATCHES[filter];
  return rows.filter(({ row, item, words }) => {
    if (!isWanted(row)) return false;
    return wanted.every((word) => words.includes(word) || rawOf(item).toLowerCase().includes(word));
  });
}

/** The message as it was, without secrets. */
export function rawOf(item: TraceItem): string {
  if (item.type === "frame") return item.raw ?? item.text ?? "";
  return item.type === "note" || item.type === "damage" ? item.text : "";
}

/** The line of a trace file, without secrets. */
export function lineOf(item: TraceItem): string | undefined {
  return item.type === "frame" ? toTraceLine(item, { redact: true }) : undefined;
}
