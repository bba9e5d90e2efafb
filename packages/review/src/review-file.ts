// The review of one file: the positions of the agent's hunks in the editor's current text, and that text without them.
import {
  applyLineEdits,
  followHunks,
  type FollowedHunk,
  type Hunk,
  type HunkPresence,
  type LineEdit,
} from "@parley/base/hunks";
import { isByHunk, type ChangedHunk, type FileChange } from "./change.ts";
import { toLf } from "./line-ends.ts";

/** A hunk that was neither kept nor undone, in the current text. */
export interface OpenHunk {
  readonly id: string;
  /** From 1, among all hunks of the file. */
  readonly number: number;
  /** `edited`: its lines were changed since, so that it is not undone. */
  readonly presence: Exclude<HunkPresence, "flipped">;
  /** Its lines now, counted from 0; a hunk that only removes lines has none. */
  readonly start: number;
  readonly end: number;
  /** Where lines were added or changed, within start and end. */
  readonly added: readonly LineRange[];
  /** Lines that the agent removed. */
  readonly removed: readonly RemovedLines[];
  /** Undo it; empty if it was edited. */
  readonly edits: readonly LineEdit[];
}

export interface LineRange {
  readonly start: number;
  readonly end: number;
}

export interface RemovedLines {
  /** The line that they were before, counted from 0. */
  readonly at: number;
  readonly lines: readonly string[];
}

export interface FileReview {
  readonly isByHunk: boolean;
  /** In the order of the text. */
  readonly open: readonly OpenHunk[];
  /** The current text without the open hunks: the left side of a diff. */
  readonly base: string;
  /** Ids of hunks that were undone in the text, which the log does not have yet. */
  readonly undoneByHand: readonly string[];
  /** Ids of hunks that were undone, and are in the text again. */
  readonly redoneByHand: readonly string[];
}

/** `current` is the text of the document; its line ends do not matter. */
export function reviewFile(change: FileChange, current: string): FileReview {
  const text = toLf(current);
  if (!isByHunk(change)) return reviewWhole(change, text);
  const hunks = change.hunks.map(toHunk);
  const undone = new Set(change.hunks.flatMap(({ state }, index) => (state === "undone" ? index : [])));
  const followed = followHunks(toLf(change.after ?? ""), hunks, undone, text);
  const pairs = change.hunks.flatMap((hunk, index) => {
    const found = followed[index];
    return found === undefined ? [] : { hunk, found };
  });
  const pending = pairs.filter(({ hunk }) => hunk.state === "pending");
  const byHand = (state: ChangedHunk["state"]): string[] =>
    pairs.flatMap(({ hunk, found }) => (hunk.state === state && found.presence === "flipped" ? hunk.id : []));
  return {
    isByHunk: true,
    open: pending.flatMap(({ hunk, found }) => toOpen(hunk, found) ?? []),
    base: applyLineEdits(
      text,
      pending.flatMap(({ found }) => toBaseEdits(found)),
    ),
    undoneByHand: byHand("pending"),
    redoneByHand: byHand("undone"),
  };
}

function reviewWhole(change: FileChange, text: string): FileReview {
  const isOpen = change.state === "pending" || change.state === "partial";
  const base = isOpen ? toLf(change.before ?? "") : text;
  return { isByHunk: false, open: [], base, undoneByHand: [], redoneByHand: [] };
}

function toHunk({ old_start, old_lines, new_start, new_lines, lines }: ChangedHunk): Hunk {
  const bare = lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  return { oldStart: old_start, oldLines: old_lines, newStart: new_start, newLines: new_lines, lines: bare };
}

function toOpen({ id, number }: ChangedHunk, { presence, blocks, edits }: FollowedHunk): OpenHunk | undefined {
  if (presence === "flipped") return undefined;
  const shown = blocks.filter((block) => block.presence !== "flipped");
  return {
    id,
    number,
    presence,
    start: Math.min(...shown.map(({ start }) => start)),
    end: Math.max(...shown.map(({ end }) => end)),
    added: shown.flatMap(({ start, end }) => (end > start ? { start, end } : [])),
    removed: shown.flatMap(({ start, other }) => (other.length > 0 ? { at: start, lines: other } : [])),
    edits,
  };
}

/** For edited hunks also the earlier lines, because an editor shows the difference. */
function toBaseEdits({ blocks }: FollowedHunk): LineEdit[] {
  return blocks.flatMap(({ presence, isPlaced, start, end, other }) =>
    presence === "flipped" || !isPlaced ? [] : { start, end, lines: other },
  );
}
