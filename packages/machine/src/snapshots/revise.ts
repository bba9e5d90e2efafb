// Takes hunks out of a file, or puts them back, while other lines of the file may have changed. Where the file is exactly as
// expected, positions decide; otherwise a hunk has to be found by its lines, in one place only.
import { isUtf8 } from "node:buffer";
import { createHunks, invertHunk, revertHunks, type Hunk } from "./hunks.ts";
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
  const { revised, done } = reviseExactly(text, hunks, revision) ?? reviseByContent(text, hunks, revision);
  if (done.length === 0 || (isWhole && done.length < chosen.length)) return { done: [], isGone: false };
  if (revised !== text) await work.write(path, now, Buffer.from(revised));
  return { done, isGone: false };
}

interface Revised {
  readonly revised: string;
  readonly done: readonly number[];
}

function reviseExactly(text: string, hunks: readonly Hunk[], revision: LineRevision): Revised | undefined {
  const { after, undone, chosen, direction } = revision;
  const without = (numbers: Iterable<number>): string | undefined => {
    const out = new Set(numbers);
    return revertHunks(
      after,
      hunks.filter((_, number) => out.has(number)),
      true,
    );
  };
  if (without(undone) !== text) return undefined;
  const wanted = direction === "undo" ? [...undone, ...chosen] : undone.filter((number) => !chosen.includes(number));
  const revised = without(wanted);
  return revised === undefined ? undefined : { revised, done: chosen };
}

/** One after the other: each finds the lines that the one before left. */
function reviseByContent(text: string, hunks: readonly Hunk[], { chosen, direction }: LineRevision): Revised {
  const done: number[] = [];
  let revised = text;
  for (const number of chosen) {
    const hunk = hunks[number];
    if (hunk === undefined) continue;
    const next = revertHunks(revised, [direction === "undo" ? hunk : invertHunk(hunk)], false);
    if (next === undefined) continue;
    revised = next;
    done.push(number);
  }
  return { revised, done };
}
