// A file at a moment of a recording, in words.
import { formatBytes, revealLine } from "@parley/base";
import { formatAgo } from "@parley/chat-model";
import { Playhead } from "../recording/playhead.ts";
import type { Playback } from "../recording/playback.ts";
import type { Recording } from "../recording/recording.ts";
import { TABLE_ROWS_MAX } from "../watch-limits.ts";
import type { TreeFile } from "./tree.ts";

export interface FileRow {
  readonly path: string;
  readonly reads: number;
  readonly writes: number;
  readonly lastMs: number;
  readonly agent: string;
  readonly isUnasked: boolean;
}

/** The touched files at a moment, the latest first. */
export function toFileRows(recording: Recording, atMs: number, max: number = TABLE_ROWS_MAX): readonly FileRow[] {
  const playhead = new Playhead(recording.touches);
  playhead.moveTo(atMs);
  const { states } = playhead;
  const files = states.touched.toSorted((one, other) => (states.lastAt(other) ?? 0) - (states.lastAt(one) ?? 0));
  return files.slice(0, max).map((file) => toRow(recording, playhead, file));
}

/** Its path first. */
export function describeFile({ path, bytes }: TreeFile, playback: Playback): readonly string[] {
  const { recording } = playback;
  const atMs = playback.now();
  const file = recording.paths.indexOf(path);
  const playhead = new Playhead(recording.touches);
  playhead.moveTo(atMs);
  const lines = [revealLine(path), formatBytes(bytes)];
  if (file === -1 || playhead.states.isUntouched(file)) return [...lines, "not touched"];
  const { reads, writes, lastMs, agent, isUnasked } = toRow(recording, playhead, file);
  return [
    ...lines,
    ...(reads > 0 ? [count(reads, "read")] : []),
    ...(writes > 0 ? [count(writes, "write")] : []),
    `${agent}, ${formatAgo(atMs - lastMs)}`,
    ...(isUnasked ? ["a change was not approved"] : []),
  ];
}

function toRow(recording: Recording, { states }: Playhead, file: number): FileRow {
  return {
    path: recording.paths[file] ?? "",
    reads: states.reads[file] ?? 0,
    writes: states.writes[file] ?? 0,
    lastMs: states.lastAt(file) ?? 0,
    agent: revealLine(recording.actors[states.lastActor[file] ?? 0]?.name ?? ""),
    isUnasked: states.isUnasked(file),
  };
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
