// Describes a review (keep, undo, redo) of a session's changes in one sentence.
import { plural } from "@parley/base";
import type { ReviewEvent } from "./session-event.ts";

const NAMED_MAX = 3;
const DONE: Readonly<Record<string, string>> = { keep: "Kept", undo: "Undid", redo: "Redid" };

export function describeReview({ action, files, actor }: Pick<ReviewEvent, "action" | "files" | "actor">): string {
  const named = files
    .slice(0, NAMED_MAX)
    .map(({ path, hunks }) => (hunks === undefined ? path : `${path} (${plural(hunks.length, "hunk")})`));
  const more = files.length > NAMED_MAX ? ` and ${files.length - NAMED_MAX} more` : "";
  const by = actor === undefined ? "" : ` · ${actor.person ?? actor.surface}`;
  return `${DONE[action] ?? action} changes to ${named.join(", ")}${more}${by}`;
}
