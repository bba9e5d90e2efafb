// The timeline: turns and tool calls on an axis of time, waits for the person in another colour, tokens and cost below, and all of it as a table.
import { revealLine } from "@parley/base";
import { formatDuration, formatTokens } from "@parley/chat-model";
import { useMemo, useState } from "react";
import { Button } from "../parts/Button.tsx";
import { formatClock } from "../recording/format-time.ts";
import type { Playback } from "../recording/playback.ts";
import { useMoment } from "../recording/use-moment.ts";
import { TABLE_ROWS_MAX } from "../watch-limits.ts";
import { TimelineChart } from "./TimelineChart.tsx";
import { toTurnRows, type TurnRow } from "./turn-rows.ts";
import { UsageChart } from "./UsageChart.tsx";
import "./Timeline.css";

export interface TimelineProps {
  readonly playback: Playback;
}

interface Part {
  readonly key: string;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** What runs grows this often. */
const REFRESH_MS = 500;

export function Timeline({ playback }: TimelineProps) {
  useMoment(playback, REFRESH_MS);
  const { recording } = playback;
  const [part, setPart] = useState<Part>();
  const [version, nowMs] = [recording.version, endOf(playback)];
  const rows = useMemo(() => toTurnRows(recording, nowMs), [recording, version, nowMs]);
  if (recording.firstMs === undefined || recording.spans.all.length === 0) {
    return <p className="timeline-empty">Nothing has happened yet. Turns and tool calls appear here as they run.</p>;
  }
  const { firstMs, lastMs } = part ?? { firstMs: recording.firstMs, lastMs: nowMs };
  return (
    <div className="timeline">
      <header>
        <ul className="timeline-legend" aria-label="Colours">
          <li className="timeline-model">agent</li>
          <li className="timeline-tool">tool call</li>
          <li className="timeline-failed">failed</li>
          <li className="timeline-wait">waiting for you</li>
        </ul>
        {part !== undefined && (
          <Button look="quiet" onClick={() => setPart(undefined)}>
            Whole session
          </Button>
        )}
      </header>
      <TimelineChart recording={recording} firstMs={firstMs} lastMs={lastMs} />
      <UsageChart recording={recording} firstMs={firstMs} lastMs={lastMs} />
      <div className="timeline-table">
        <table>
          <caption>
            Turns, most recent first
            {recording.spans.dropped > 0 &&
              ` (the first ${recording.spans.dropped.toLocaleString("en")} entries are no longer kept)`}
          </caption>
          <thead>
            <tr>
              {["Turn", "Started", "Took", "In tools", "Waiting", "Calls", "Tokens"].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, TABLE_ROWS_MAX).map((row) => (
              <Row key={row.key} row={row} isShown={part?.key === row.key} onShow={() => setPart(partOf(row, nowMs))} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Row({
  row,
  isShown,
  onShow,
}: {
  readonly row: TurnRow;
  readonly isShown: boolean;
  readonly onShow: () => void;
}) {
  const { turn, agent, startMs, endMs, tookMs, toolsMs, waitMs, calls, failed, status, tokens } = row;
  return (
    <tr aria-current={isShown ? "true" : undefined}>
      <th scope="row">
        <button type="button" onClick={onShow}>
          {turn} · {revealLine(agent)}
        </button>
        {endMs === undefined && " running"}
        {status === "failed" && " failed"}
      </th>
      <td>{formatClock(startMs)}</td>
      <td>{formatDuration(tookMs)}</td>
      <td>{formatDuration(toolsMs)}</td>
      <td>{formatDuration(waitMs)}</td>
      <td>{failed > 0 ? `${calls}, ${failed} failed` : calls}</td>
      <td>{tokens === undefined ? "" : formatTokens(tokens)}</td>
    </tr>
  );
}

/** A little more than the turn, so that its ends can be seen. */
function partOf({ key, startMs, endMs, tookMs }: TurnRow, nowMs: number): Part {
  const margin = Math.max(50, tookMs * 0.03);
  return { key, firstMs: startMs - margin, lastMs: (endMs ?? nowMs) + margin };
}

/** A session that waits for its next prompt does not get longer. */
function endOf({ recording, endMs }: Playback): number {
  const isRunning = recording.spans.all.some(({ endMs: end }) => end === undefined);
  return isRunning ? endMs : recording.lastMs;
}
