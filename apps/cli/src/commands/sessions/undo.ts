// `parley sessions undo`: restores the files, or some hunks, as they were before a turn.
import type { Run } from "../../command.ts";
import { runReview } from "../../review/run-review.ts";
import type { sessionsUndoUsage } from "../../usage/sessions-changes.ts";

export const run: Run<typeof sessionsUndoUsage> = ({ flags, positionals: [named] }, context) =>
  runReview("undo", flags, named, context);
