// The text that the agent gets with its next prompt about changes that were undone or redone.
import { plural } from "@parley/base";
import type { ReviewAction, Reviewed } from "../api/file-changes.ts";
import { TOLD_FILES_MAX } from "../limits.ts";

export function describeForAgent(action: Exclude<ReviewAction, "keep">, files: Reviewed["files"]): string {
  const named = files
    .slice(0, TOLD_FILES_MAX)
    .map(({ path, hunks }) => `- ${path}${hunks === undefined ? "" : ` (${plural(hunks.length, "hunk")} of it)`}`);
  const more = files.length > TOLD_FILES_MAX ? [`- and ${files.length - TOLD_FILES_MAX} more`] : [];
  const did = action === "undo" ? "undid" : "put back";
  const head = `The user ${did} your changes to these files. Read them again before you change them:`;
  return [head, ...named, ...more].join("\n");
}
