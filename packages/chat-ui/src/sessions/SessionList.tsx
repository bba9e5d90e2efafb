// All sessions under their folders. Only the rows in sight are in the document, however many there are.
import { revealLine } from "@parley/base";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, type KeyboardEvent } from "react";
import { useNow } from "../state/use-now.ts";
import { toSessionRows, type SessionEntry } from "./session-entry.ts";
import { SessionLink } from "./SessionLink.tsx";
import { useRowInSight } from "./use-row-in-sight.ts";
import "./SessionList.css";

export interface SessionListProps {
  /** The newest first. */
  readonly entries: readonly SessionEntry[];
  readonly currentId: string | undefined;
  readonly hrefOf: (id: string) => string;
}

const FOLDER_PX = 34;
const SESSION_PX = 51;
const OVERSCAN_ROWS = 8;
const MINUTE_MS = 60_000;
const STEPS: Readonly<Record<string, number>> = { arrowdown: 1, j: 1, arrowup: -1, k: -1 };

export function SessionList({ entries, currentId, hrefOf }: SessionListProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const nowMs = useNow(MINUTE_MS);
  const rows = useMemo(() => toSessionRows(entries), [entries]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: (index) => (rows[index]?.type === "folder" ? FOLDER_PX : SESSION_PX),
    getItemKey: (index) => keyOf(rows[index], index),
    overscan: OVERSCAN_ROWS,
  });
  const currentAt = rows.findIndex((row) => row.type === "session" && row.entry.id === currentId);
  useRowInSight(scrollRef, currentId, currentAt, (index) => virtualizer.scrollToIndex(index));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key.toLowerCase()];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = (event.target as HTMLElement).closest<HTMLElement>("[data-index]")?.dataset["index"];
    let next = at === undefined ? -1 : Number(at) + step;
    if (rows[next]?.type === "folder") next += step;
    if (rows[next] === undefined) return;
    event.preventDefault();
    virtualizer.scrollToIndex(next);
    requestAnimationFrame(() => scrollRef.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus());
  };
  return (
    <div ref={scrollRef} className="session-list" onKeyDown={onKeyDown}>
      <div className="session-list-rows" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            <div
              key={key}
              data-index={index}
              ref={virtualizer.measureElement}
              className="session-list-row"
              style={{ transform: `translateY(${start}px)` }}
            >
              {row?.type === "folder" && (
                <h2 className="session-list-folder" title={revealLine(row.folder)}>
                  {revealLine(row.label)}
                </h2>
              )}
              {row?.type === "session" && (
                <SessionLink
                  entry={row.entry}
                  href={hrefOf(row.entry.id)}
                  isCurrent={row.entry.id === currentId}
                  nowMs={nowMs}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function keyOf(row: ReturnType<typeof toSessionRows>[number] | undefined, index: number): string | number {
  if (row === undefined) return index;
  return row.type === "folder" ? `folder ${row.folder}` : row.entry.id;
}
