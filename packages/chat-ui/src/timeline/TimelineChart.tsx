// Turns, tool calls and waits as bars over time.
import { revealLine } from "@parley/base";
import { formatDuration } from "@parley/chat-model";
import { useState } from "react";
import { formatClock, formatTenths } from "../recording/format-time.ts";
import type { Recording } from "../recording/recording.ts";
import { layLanes, type PlacedSpan } from "./lanes.ts";
import "./TimelineChart.css";

export interface TimelineChartProps {
  readonly recording: Recording;
  readonly firstMs: number;
  readonly lastMs: number;
}

const LANE = 18;
const WIDTH = 1_000;
/** Times on the axis of less than this have tenths of a second. */
const SHORT_MS = 20_000;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

export function TimelineChart({ recording, firstMs, lastMs }: TimelineChartProps) {
  const { placed, count, hidden } = layLanes(recording.spans.all, firstMs, lastMs);
  const [hovered, setHovered] = useState<PlacedSpan>();
  const height = Math.max(1, count) * LANE;
  const format = lastMs - firstMs < SHORT_MS ? formatTenths : formatClock;
  return (
    <figure className="timeline-chart">
      <svg viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" style={{ height }} aria-hidden="true">
        {placed.map((place, index) => (
          <rect
            // Spans only come at the end, and have no id of their own.
            key={index}
            className={`timeline-chart-${place.span.kind}`}
            data-status={place.span.status}
            x={place.from * WIDTH}
            y={place.lane * LANE + (place.span.kind === "turn" ? 5 : 2)}
            width={(place.to - place.from) * WIDTH}
            height={place.span.kind === "turn" ? LANE - 10 : LANE - 4}
            onPointerEnter={() => setHovered(place)}
            onPointerLeave={() => setHovered(undefined)}
          />
        ))}
      </svg>
      <div className="timeline-chart-axis" aria-hidden="true">
        {TICKS.map((tick) => (
          <span key={tick}>{format(firstMs + tick * (lastMs - firstMs))}</span>
        ))}
      </div>
      <figcaption>
        {hovered === undefined
          ? `${placed.length.toLocaleString("en")} entries${hidden > 0 ? `, ${hidden} more overlap and are not drawn` : ""}`
          : describe(hovered, lastMs)}
      </figcaption>
    </figure>
  );
}

function describe({ span }: PlacedSpan, nowMs: number): string {
  const { kind, title, toolKind, startMs, endMs = nowMs, status } = span;
  const what = kind === "wait" ? "Waiting for you" : revealLine(title === "" ? toolKind : title);
  return [what, formatDuration(endMs - startMs) || "<0.1s", ...(status === "done" ? [] : [status])].join(" · ");
}
