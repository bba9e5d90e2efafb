// The diff of a tool call's content, computed once however often it is shown.
import type { ToolCallContent } from "@parley/acp";
import { createDiff, type Diff } from "./diff-rows.ts";
import { DIFF_CHARS_MAX } from "../limits.ts";

export type DiffContent = Extract<ToolCallContent, { type: "diff" }>;

/** Some agents do not say which file they change. */
export const NO_PATH = "(file not named)";

const found = new WeakMap<DiffContent, Diff>();

/** Undefined if it is too large to be compared. */
export function contentDiff(content: DiffContent): Diff | undefined {
  const { oldText, newText } = content;
  if ((oldText?.length ?? 0) + newText.length > DIFF_CHARS_MAX) return undefined;
  const known = found.get(content) ?? createDiff(oldText, newText);
  found.set(content, known);
  return known;
}
