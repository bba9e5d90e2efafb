// Takes hunks out of a file, or puts them back, while other lines of the file may have changed. A hunk is followed through
// these changes; one whose lines were moved has to be found by its lines, in one place only. A hunk that was undone by
// hand counts as undone.
import { isUtf8 } from "node:buffer";
import { applyLineEdits, createHunks, followHunks, invertHunk, revertHunks, type Hunk } from "@parley/base/hunks";
import type { WorkFolder } from "./work-folder.ts";

export interface LineRevision {
  readonly path: string;
  /** The texts that the hunks are between: their numbers are those of `createHunks`, from 0. */
  readonly before: string;
  readonly after: string;
  /** Hunks that are out of the file now. */
  readonly undone: readonly number[];
  readonly chosen: readonly number[];
  /** `undo` takes the chosen ones out, `redo` puts them back. */
  readonly direction: "undo" | "redo";
  /** Either all of them, or none. */
  readonly isWhole?: boolean | undefined;
}

export interface RevisedLines {
  /** Numbers of the hunks that are now as wanted. */
  readonly done: readonly number[];
  /** The file is gone, or not a text file any more. */
  readonly isGone: boolean;
  /** The snapshot taken before. */
  readonly undo: string;
}

export async function reviseLines(work: WorkFolder, revision: LineRevision): Promise<Omit<RevisedLines, "undo">> {
  const { path, before, after, chosen, isWhole = false } = revision;
  const now = await work.read(path);
  if (now === undefined || now === "other" || now.type !== "file" || !isUtf8(now.bytes)) {
    return { done: [], isGone: true };
  }
  const text = now.bytes.toString("utf8");
  const hunks = createHunks(before, after);
  const { revised, done } = reviseHunks(text, hunks, revision);
  if (done.length === 0 || (isWhole && done.length < chosen.length)) return { done: [], isGone: false };
  if (revised !== text) await work.write(path, now, Buffer.from(revised));
  return { done, isGone: false };
}

interface Revised {
  readonly revised: string;
  readonly done: readonly number[];
}

/** By their places, then the ones that were edited or moved by their lines. */
function reviseHunks(
  text: string,
  hunks: readonly Hunk[],
  { after, undone, chosen, direction }: LineRevision,
): Revised {
  const out = new Set(undone);
  const isAsWanted = (number: number): boolean => out.has(number) === (direction === "undo");
  const followed = followHunks(after, hunks, out, text);
  const placed = chosen.filter((number) => isAsWanted(number) || followed[number]?.presence !== "edited");
  const edits = placed.flatMap((number) => (isAsWanted(number) ? [] : (followed[number]?.edits ?? [])));
  const rest = chosen.filter((number) => !placed.includes(number));
  return findByContent({ revised: applyLineEdits(text, edits), done: placed }, hunks, rest, direction);
}

/** One after the other: each finds the lines that the one before left. */
function findByContent(
  { revised: text, done: placed }: Revised,
  hunks: readonly Hunk[],
  rest: readonly number[],
  direction: LineRevision["direction"],
): Revised {
  const done = [...placed];
  let revised = text;
  for (const number of rest) {
    const hunk = hunks[number];
    if (hunk === undefined) continue;
    const next = revertHunks(revised, [direction === "undo" ? hunk : invertHunk(hunk)], false);
    if (next === undefined) continue;
    revised = next;
    done.push(number);
  }
  return { revised, done };
}
