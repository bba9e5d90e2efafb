// The messages between client and agent, with their times: filtered, opened, copied, or copied as a test.
import { neutralLine } from "@parley/base";
import type { TraceItem } from "@parley/observe";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";
import { FrameDetails } from "./FrameDetails.tsx";
import { filterRows, toFrameRows, type FrameFilter, type FrameRow } from "./frames.ts";
import "./Traffic.css";

export interface TrafficProps {
  readonly items: readonly TraceItem[];
}

const ROW_PX = 28;
const FILTERS: Readonly<Record<FrameFilter, string>> = {
  all: "All messages",
  client: "From the client",
  agent: "From the agent",
  requests: "Requests and responses",
  updates: "Updates",
  errors: "Errors",
};

export function Traffic({ items }: TrafficProps) {
  const rows = useMemo(() => toFrameRows(items), [items]);
  const [text, setText] = useState("");
  const [filter, setFilter] = useState<FrameFilter>("all");
  const [line, setLine] = useState<number>();
  const shown = useMemo(() => filterRows(rows, text, filter), [rows, text, filter]);
  const opened = line === undefined ? undefined : rows.find(({ row }) => row.line === line);
  return (
    <div className="traffic">
      <header>
        <input
          type="search"
          aria-label="Filter messages"
          placeholder="Filter messages"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <select
          aria-label="Kind of message"
          value={filter}
          onChange={(event) => setFilter(event.target.value as FrameFilter)}
        >
          {Object.entries(FILTERS).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <span role="status">
          {shown.length.toLocaleString("en")} of {rows.length.toLocaleString("en")}
        </span>
      </header>
      {rows.length === 0 ? (
        <p className="traffic-empty">No messages yet. They appear once the agent has started.</p>
      ) : (
        <FrameList rows={shown} opened={line} onOpen={setLine} />
      )}
      {opened !== undefined && <FrameDetails frame={opened} rows={rows} onClose={() => setLine(undefined)} />}
    </div>
  );
}

interface FrameListProps {
  readonly rows: readonly FrameRow[];
  readonly opened: number | undefined;
  readonly onOpen: (line: number) => void;
}

function FrameList({ rows, opened, onOpen }: FrameListProps) {
  const box = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  return (
    <div className="traffic-list" ref={box} role="region" aria-label="Messages" tabIndex={0}>
      <div style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const frame = rows[index];
          return frame === undefined ? null : (
            <button
              key={frame.row.line}
              type="button"
              className="traffic-row"
              data-error={frame.row.isError}
              aria-pressed={frame.row.line === opened}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => onOpen(frame.row.line)}
            >
              <Cells frame={frame} />
            </button>
          );
        })}
      </div>
    </div>
  );
}

function Cells({ frame: { row } }: { readonly frame: FrameRow }) {
  const { from, label, summary, sinceMs, tookMs, isError } = row;
  return (
    <>
      <time>{sinceMs === undefined ? "" : (sinceMs / 1_000).toFixed(3)}</time>
      <span aria-label={from === undefined ? "note" : `from the ${from}`}>
        {from === "client" ? "→" : from === "agent" ? "←" : "·"}
      </span>
      <b>{neutralLine(label)}</b>
      <span className="traffic-summary">{neutralLine(summary)}</span>
      {isError && <em>error</em>}
      {tookMs !== undefined && <small>{Math.round(tookMs)} ms</small>}
    </>
  );
}
