// The map as text: the files that were touched until the shown moment, the latest first.
import { revealLine } from "@parley/base";
import { formatAgo } from "@parley/chat-model";
import { useMemo } from "react";
import type { Playback } from "../recording/playback.ts";
import { useMoment } from "../recording/use-moment.ts";
import { toFileRows } from "./describe-file.ts";
import { WORDS } from "./words.ts";
import "./MapTable.css";

export interface MapTableProps {
  readonly playback: Playback;
  readonly onOpen: (path: string) => void;
  /** Where the map is seen, the table is only for those who do not see. */
  readonly isHidden: boolean;
}

/** How often the table changes while time goes by. */
const REFRESH_MS = 1_000;

export function MapTable({ playback, onOpen, isHidden }: MapTableProps) {
  const atMs = useMoment(playback, REFRESH_MS);
  const rows = useMemo(() => toFileRows(playback.recording, atMs), [playback, atMs]);
  return (
    <div className={isHidden ? "map-table map-table-hidden" : "map-table"}>
      <table>
        <caption>Touched files, most recent first</caption>
        <thead>
          <tr>
            {["File", "Reads", "Writes", "Last", "Agent", "Approval"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, reads, writes, lastMs, agent, isUnasked }) => (
            <tr key={path}>
              <th scope="row">
                <button type="button" tabIndex={isHidden ? -1 : 0} onClick={() => onOpen(path)}>
                  {revealLine(path)}
                </button>
              </th>
              <td>{reads}</td>
              <td>{writes}</td>
              <td>{formatAgo(atMs - lastMs)}</td>
              <td>{agent}</td>
              <td>{isUnasked ? WORDS.unasked : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p>{WORDS.empty}</p>}
    </div>
  );
}
