// Undoes or redoes hunks of a file whose other lines may have changed since. A hunk is followed through these changes;
// if its lines were moved, they have to occur in exactly one place. A hunk that was undone by hand counts as undone.
import { isUtf8 } from "node:buffer";
import { applyLineEdits, createHunks, followHunks, invertHunk, revertHunks, type Hunk } from "@parley/base/hunks";
import type { WorkFolder } from "./work-folder.ts";

export interface LineRevision {
  readonly path: string;
  /** The texts before and after the hunks. Hunks are numbered as by `createHunks`, from 0. */
  readonly before: string;
  readonly after: string;
  /** Hunks that are currently undone. */
  readonly undone: readonly number[];
  readonly chosen: readonly number[];
  /** `undo` removes the selected hunks, `redo` restores them. */
  readonly direction: "undo" | "redo";
  /** Either all of them, or none. */
  readonly isWhole?: boolean | undefined;
}

export interface RevisedLines {
  /** Numbers of the hunks that are now as wanted. */
  readonly done: readonly number[];
  /** The file is gone, or no longer a text file. */
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

/** By position first; edited or moved ones by their lines. */
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

/** One after the other, because each changes the lines for the next. */
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
