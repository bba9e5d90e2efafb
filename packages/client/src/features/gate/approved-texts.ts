// The texts of one file that the user approved in a turn, for checking whether the file has one of them.
import { applyEdits, fitsEdits, isSameText, type TextEdit } from "@parley/acp/tool-input";
import { APPROVALS_PER_FILE_MAX, APPROVED_TEXTS_MAX } from "../../limits.ts";

/** One approval: the shown edits, in each possible interpretation. */
export type ApprovedEdits = readonly (readonly TextEdit[])[];

export class ApprovedTexts {
  /** Texts that the file had, or was given, with approval. */
  #known: readonly string[] = [];
  /** Approvals that may not have been used yet, the latest last. */
  #approvals: readonly ApprovedEdits[] = [];

  /** `current`: the file's text now. `isAllowed`: an allowed command may have changed it. */
  approve(edits: ApprovedEdits, current: string, isAllowed: boolean): void {
    if (this.#known.length === 0 || isAllowed || this.explains(current)) this.#known = [current];
    this.#approvals = [...this.#approvals, edits].slice(-APPROVALS_PER_FILE_MAX);
  }

  /** The client wrote this text with approval. */
  wrote(text: string): void {
    this.#known = [...this.#known, text].slice(-APPROVALS_PER_FILE_MAX);
  }

  /** Whether the file may have this text: some of the approved edits were made, in their order and once each, and nothing else. */
  explains(after: string): boolean {
    let texts = this.#known;
    const unapplied: ApprovedEdits[] = [];
    for (const approval of this.#approvals) {
      if (approval.some((edits) => texts.some((before) => fitsEdits(edits, { before, after })))) return true;
      const reached = reach(approval, texts);
      if (reached.length === 0) unapplied.push(approval);
      texts = [...new Set([...texts, ...reached])].slice(0, APPROVED_TEXTS_MAX);
    }
    if (texts.some((text) => isSameText(text, after))) return true;
    return unapplied.some(([shown = []]) => this.#known.some((before) => isLooseMatch(shown, before, after)));
  }
}

/** What the approval can make of the texts. */
function reach(approval: ApprovedEdits, texts: readonly string[]): readonly string[] {
  const reached: string[] = [];
  for (const edits of approval) {
    for (const text of texts) {
      if (reached.length >= APPROVED_TEXTS_MAX) return reached;
      reached.push(...applyEdits(edits, text).slice(0, APPROVED_TEXTS_MAX));
    }
  }
  return reached;
}

/** The shown edits as they are, with every occurrence replaced if the call says so, and reduced to the lines that differ. */
export function toApprovedEdits(shown: readonly TextEdit[], isAll: boolean): ApprovedEdits {
  const everywhere = isAll ? [shown.map((edit) => ({ ...edit, isAll: true }))] : [];
  return [shown, ...everywhere, shown.map((edit) => withoutEqualLines(edit, CONTEXT_LINES))];
}

const CONTEXT_LINES = 3;

/** Two edits that were each shown as the whole file can be combined by the lines that they change. */
function withoutEqualLines(edit: TextEdit, contextLines: number): TextEdit {
  if (edit.old === undefined) return edit;
  const [old, now] = [edit.old.split("\n"), edit.new.split("\n")];
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const cut = (lines: readonly string[]): string =>
    lines.slice(Math.max(0, head - contextLines), lines.length - Math.max(0, tail - contextLines)).join("\n");
  return { ...edit, old: cut(old), new: cut(now) };
}

/**
 * Agents match the part to replace although its white space differs from the file's. Such a change may only remove lines that
 * were shown as old, and only add lines that were shown as new.
 */
function isLooseMatch(edits: readonly TextEdit[], before: string, after: string): boolean {
  if (edits.some(({ old }) => old === undefined)) return false;
  const differing = edits.map((edit) => withoutEqualLines(edit, 0));
  const shownOld = new Set(differing.flatMap(({ old = "" }) => trimmed(old)));
  const shownNew = new Set(differing.flatMap(({ new: now }) => trimmed(now)));
  const removed = surplus(trimmed(before), trimmed(after));
  const added = surplus(trimmed(after), trimmed(before));
  return removed.every((line) => shownOld.has(line)) && added.every((line) => shownNew.has(line));
}

function trimmed(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}

/** The lines that occur more often in the first text than in the second. */
function surplus(lines: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
}
