// Places a change that an agent proposed and may not have written: its position in a file, and the result.
import { applyLineEdits, findOnly, splitLines, toLineEdits, type LineEdit } from "@parley/base/hunks";
import { PROPOSAL_CHARS_MAX, PROPOSAL_CONTEXT_LINES } from "./limits.ts";
import { toLf } from "./line-ends.ts";

/** As in a tool call's diff: a whole file or a part of it. Without `oldText`, the file is new. */
export interface Proposal {
  readonly oldText?: string | null | undefined;
  readonly newText: string;
}

/** Why a proposal does not fit the file. */
export type Misfit = "missing" | "exists" | "changed" | "ambiguous" | "too_large";

/** `applied`: the file already has it. */
export type Placement =
  | { readonly state: "applied" }
  | { readonly state: "fits"; readonly text: string }
  | { readonly state: "misfit"; readonly reason: Misfit };

const APPLIED: Placement = { state: "applied" };

/** `current` is undefined if the file does not exist. Line ends do not matter; those of the result are LF. */
export function placeProposal({ oldText, newText }: Proposal, current: string | undefined): Placement {
  const chars = (oldText?.length ?? 0) + newText.length + (current?.length ?? 0);
  if (chars > PROPOSAL_CHARS_MAX) return misfit("too_large");
  const [before, after] = [toLf(oldText ?? ""), toLf(newText)];
  if (current === undefined) return before === "" ? fits(after) : misfit("missing");
  const text = toLf(current);
  if (text === after) return APPLIED;
  if (text === before) return fits(after);
  return before === "" ? misfit("exists") : (placePart(before, after, text) ?? placeEdits(before, after, text));
}

/** The old text is somewhere in the file, or the new one is already there. */
function placePart(before: string, after: string, text: string): Placement | undefined {
  const isThere = text.includes(before);
  // After an addition, the old text is still in the file.
  if (after !== "" && text.includes(after) && (!isThere || after.includes(before))) return APPLIED;
  if (!isThere) return undefined;
  const at = text.indexOf(before);
  if (text.includes(before, at + 1)) return misfit("ambiguous");
  return fits(text.slice(0, at) + after + text.slice(at + before.length));
}

/** The file was changed elsewhere: each edit is found by its lines and those around it, which have to occur once. */
function placeEdits(before: string, after: string, text: string): Placement {
  if (locateEdits(after, before, text) !== undefined) return APPLIED;
  const edits = locateEdits(before, after, text);
  return edits === undefined ? misfit("changed") : fits(applyLineEdits(text, edits));
}

/** The edits between two texts, at their positions in a third one; undefined unless all are found. */
function locateEdits(from: string, to: string, text: string): LineEdit[] | undefined {
  const [olds, lines] = [splitLines(from), splitLines(text)];
  const found: LineEdit[] = [];
  for (const edit of toLineEdits(from, to)) {
    const first = Math.max(0, edit.start - PROPOSAL_CONTEXT_LINES);
    const place = findOnly(lines, olds.slice(first, edit.end + PROPOSAL_CONTEXT_LINES));
    if (place === undefined) return undefined;
    const shift = place - first;
    found.push({ start: edit.start + shift, end: edit.end + shift, lines: edit.lines });
  }
  return found;
}

function fits(text: string): Placement {
  return { state: "fits", text };
}

function misfit(reason: Misfit): Placement {
  return { state: "misfit", reason };
}
