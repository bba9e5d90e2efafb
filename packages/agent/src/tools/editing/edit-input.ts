// The accepted input of an edit: one replacement, or a list of them.
import { z } from "zod";
import { defineInput, PATH_ALIASES } from "../input.ts";
import { EDITS_MAX } from "../../limits.ts";
import type { TextEdit } from "./text-edit.ts";

const TEXT_ALIASES = {
  old_text: ["old_string", "old_str", "search", "old"],
  new_text: ["new_string", "new_str", "replace", "replacement", "new"],
  replace_all: ["all"],
};

const oldText = z.string().describe("The text to replace, exactly as in the file, with enough context to be unique");
const newText = z.string().describe("The replacement");
const replaceAll = z.boolean().optional().describe("Replace all occurrences. Default: false");

export const editInput = defineInput(
  {
    path: z.string().min(1).describe("The file; relative to the working folder, or absolute"),
    old_text: oldText.optional(),
    new_text: newText.optional(),
    replace_all: replaceAll,
    edits: z
      .array(defineInput({ old_text: oldText, new_text: newText, replace_all: replaceAll }, TEXT_ALIASES))
      .max(EDITS_MAX)
      .optional()
      .describe("Instead of old_text and new_text: several replacements in this file, applied in order, all or none"),
  },
  { ...PATH_ALIASES, ...TEXT_ALIASES },
);
type EditInput = z.output<typeof editInput>;

/** Or a description of what is missing. */
export function toEdits({
  old_text,
  new_text,
  replace_all = false,
  edits = [],
}: EditInput): readonly TextEdit[] | string {
  const list = edits.map((one) => ({
    oldText: one.old_text,
    newText: one.new_text,
    replaceAll: one.replace_all ?? replace_all,
  }));
  if (old_text === undefined && new_text === undefined) {
    return list.length > 0 ? list : "Use old_text and new_text, or edits with at least one entry.";
  }
  if (old_text === undefined || new_text === undefined) {
    return `${old_text === undefined ? "old_text" : "new_text"} is missing: an edit needs both.`;
  }
  return [{ oldText: old_text, newText: new_text, replaceAll: replace_all }, ...list];
}
