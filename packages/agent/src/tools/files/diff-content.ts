// The change of a file for display: both texts, or only the changed lines of a long file.
import type { ToolCallContent } from "@parley/acp";
import { fenced } from "../../text/markdown.ts";
import { DIFF_CHARS_MAX } from "../../limits.ts";

const CONTEXT_LINES = 3;

/** `oldText` is undefined for a new file. */
export function toDiff(path: string, oldText: string | undefined, newText: string): readonly ToolCallContent[] {
  const isShort = (oldText ?? "").length <= DIFF_CHARS_MAX && newText.length <= DIFF_CHARS_MAX;
  if (isShort) return [{ type: "diff", path, oldText: oldText ?? null, newText }];
  const { from, oldEnd, newEnd } = findChange(oldText ?? "", newText);
  const cut = (text: string, end: number): string => {
    const lines = text.split("\n");
    return lines.slice(Math.max(0, from - CONTEXT_LINES), end + CONTEXT_LINES).join("\n");
  };
  const [before, after] = [cut(oldText ?? "", oldEnd), cut(newText, newEnd)];
  if (oldText !== undefined && before.length <= DIFF_CHARS_MAX && after.length <= DIFF_CHARS_MAX) {
    return [{ type: "diff", path, oldText: before, newText: after }];
  }
  const text = `${newText.length} characters, too many to be shown`;
  return [{ type: "content", content: { type: "text", text } }];
}

/** The new text, if the old text must not be shown. */
export function toNewText(newText: string): readonly ToolCallContent[] {
  const shown = newText.length > DIFF_CHARS_MAX ? `${newText.length} characters, too many to be shown` : newText;
  return [{ type: "content", content: { type: "text", text: fenced(shown) } }];
}

export interface Change {
  /** The first line that differs, from 0. */
  readonly from: number;
  /** The index after the last differing line, in each text. */
  readonly oldEnd: number;
  readonly newEnd: number;
}

export function findChange(oldText: string, newText: string): Change {
  const [before, after] = [oldText.split("\n"), newText.split("\n")];
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let same = 0;
  const most = Math.min(before.length, after.length) - from;
  while (same < most && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  return { from, oldEnd: before.length - same, newEnd: after.length - same };
}
