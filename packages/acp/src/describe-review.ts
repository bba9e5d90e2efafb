// Describes a review (keep, undo, redo) of a session's changes in one sentence.
import { t, tPlural } from "@parley/base";
import type { ReviewEvent } from "./session-event.ts";

const NAMED_MAX = 3;

export function describeReview({ action, files, actor }: Pick<ReviewEvent, "action" | "files" | "actor">): string {
  const named = files
    .slice(0, NAMED_MAX)
    .map(({ path, hunks }) =>
      hunks === undefined ? path : `${path} (${tPlural(hunks.length, "{0} hunk", "{0} hunks")})`,
    );
  const more = files.length > NAMED_MAX ? ` ${t("and {0} more", files.length - NAMED_MAX)}` : "";
  const by = actor === undefined ? "" : ` · ${actor.person ?? actor.surface}`;
  return sayDone(action, named.join(", ") + more) + by;
}

function sayDone(action: string, files: string): string {
  switch (action) {
    case "keep":
      return t("Kept changes to {0}", files);
    case "undo":
      return t("Undid changes to {0}", files);
    case "redo":
      return t("Redid changes to {0}", files);
    default:
      return `${action} changes to ${files}`;
  }
}
