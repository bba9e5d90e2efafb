// Finds hunks in a text that was edited since. Edited hunks are marked, never guessed.
import { alignLines } from "./align-lines.ts";
import { revertHunks, type Hunk } from "./create-hunks.ts";
import { toBlocks, type Block } from "./hunk-blocks.ts";
import type { LineEdit } from "./line-edits.ts";
import { splitLines } from "./split-lines.ts";

/** `intact`: as it was left. `edited`: its lines were changed since. `flipped`: it was undone (or redone) by hand. */
export type HunkPresence = "intact" | "edited" | "flipped";

/** Consecutive lines of a hunk that differ. */
export interface FollowedBlock {
  readonly presence: HunkPresence;
  /** Its lines now, counted from 0. */
  readonly start: number;
  readonly end: number;
  /** If false, lines around it were edited as well, so `start` is only approximate. */
  readonly isPlaced: boolean;
  /** The earlier lines, or the undone ones. */
  readonly other: readonly string[];
}

export interface FollowedHunk {
  readonly presence: HunkPresence;
  readonly blocks: readonly FollowedBlock[];
  /** Undo the hunk, or redo it if it was undone; empty unless it is intact. */
  readonly edits: readonly LineEdit[];
}

/**
 * `hunks` are those of `createHunks` that lead to `after`; the numbers of those that were undone are in `undone`. The result
 * has one entry for each.
 */
export function followHunks(
  after: string,
  hunks: readonly Hunk[],
  undone: ReadonlySet<number>,
  current: string,
): FollowedHunk[] {
  const isUndone = (_: Hunk, number: number): boolean => undone.has(number);
  const expected = splitLines(revertHunks(after, hunks.filter(isUndone), true) ?? after);
  const news = splitLines(current);
  const places = alignLines(expected, news);
  let shift = 0;
  return hunks.map((hunk, number) => {
    const { oldStart, oldLines, newStart, newLines } = hunk;
    const blocks = undone.has(number)
      ? toBlocks(hunk, "old", newStart - oldStart + shift)
      : toBlocks(hunk, "new", shift);
    if (undone.has(number)) shift += oldLines - newLines;
    return toFollowed(blocks.map((block) => followBlock(block, places, news)));
  });
}

function toFollowed(blocks: readonly FollowedBlock[]): FollowedHunk {
  const presences = new Set(blocks.map(({ presence }) => presence));
  const presence = presences.has("edited") ? "edited" : presences.has("intact") ? "intact" : "flipped";
  const edits = blocks.flatMap(({ presence: one, start, end, other }) =>
    presence === "intact" && one === "intact" ? { start, end, lines: other } : [],
  );
  return { presence, blocks, edits };
}

function followBlock(block: Block, places: readonly number[], news: readonly string[]): FollowedBlock {
  const { start, lines, other } = block;
  const count = lines.length;
  const first = places[start] ?? -1;
  const isThere = count > 0 && first >= 0 && lines.every((_, index) => places[start + index] === first + index);
  if (isThere) return { presence: "intact", start: first, end: first + count, isPlaced: true, other };
  const [left, right] = findBorders(start, start + count, places, news.length);
  if (left !== undefined && right !== undefined) return compareRegion(block, left, right, news);
  return compareAtBorder(block, left, right, news) ?? nearby(block, places);
}

/** Where the lines around a block are; undefined where they were edited. */
function findBorders(
  start: number,
  end: number,
  places: readonly number[],
  total: number,
): [number | undefined, number | undefined] {
  const before = start === 0 ? 0 : (places[start - 1] ?? -1) + 1;
  const after = end === places.length ? total : (places[end] ?? -1);
  return [start > 0 && before === 0 ? undefined : before, after === -1 ? undefined : after];
}

function compareRegion({ lines, other }: Block, left: number, right: number, news: readonly string[]): FollowedBlock {
  const [start, end] = [left, Math.max(left, right)];
  if (lines.length === 0 && start === end) return { presence: "intact", start, end, isPlaced: true, other };
  const isFlipped = end - start === other.length && isAt(news, start, other);
  return { presence: isFlipped ? "flipped" : "edited", start, end, isPlaced: true, other };
}

/** Next to edited lines, only the other border decides. */
function compareAtBorder(
  { lines, other }: Block,
  left: number | undefined,
  right: number | undefined,
  news: readonly string[],
): FollowedBlock | undefined {
  const border = left ?? right;
  if (border === undefined) return undefined;
  const start = left ?? border - other.length;
  const isFlipped = other.length > 0 && start >= 0 && isAt(news, start, other);
  if (isFlipped) return { presence: "flipped", start, end: start + other.length, isPlaced: true, other };
  const presence = lines.length === 0 ? "intact" : "edited";
  return { presence, start: border, end: border, isPlaced: presence === "intact", other };
}

/** After the last line before it that is still there. */
function nearby({ start, other }: Block, places: readonly number[]): FollowedBlock {
  const before = places.slice(0, start).findLast((place) => place >= 0) ?? -1;
  return { presence: "edited", start: before + 1, end: before + 1, isPlaced: false, other };
}

function isAt(news: readonly string[], start: number, lines: readonly string[]): boolean {
  return lines.every((line, index) => news[start + index] === line);
}
