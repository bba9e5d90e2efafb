// Exact replacements in a page, all of them or none. Stricter than `edit`, because the model has the exact text of the
// page.
import { truncate } from "@parley/base";

export interface PageEdit {
  readonly old: string;
  readonly new: string;
}

const SHOWN_CHARS_MAX = 80;

/** One after the other: a later one sees the result of an earlier one. */
export function replaceExactly(
  html: string,
  edits: readonly PageEdit[],
): { readonly html: string } | { readonly failed: string } {
  let current = html;
  for (const [index, edit] of edits.entries()) {
    const at = current.indexOf(edit.old);
    const which = `Edit ${index + 1} (${JSON.stringify(truncate(edit.old, SHOWN_CHARS_MAX))})`;
    if (at === -1)
      return {
        failed: `${which}: this text is not in the page. Copy it exactly, with its spaces. Nothing was changed.`,
      };
    if (current.includes(edit.old, at + 1)) {
      return {
        failed: `${which}: this text occurs more than once in the page. Include more of the surrounding text. Nothing was changed.`,
      };
    }
    current = current.slice(0, at) + edit.new + current.slice(at + edit.old.length);
  }
  return { html: current };
}
