// `parley sessions redo`: reapplies changes that were undone.
import type { Run } from "../../command.ts";
import { runReview } from "../../review/run-review.ts";
import type { sessionsRedoUsage } from "../../usage/sessions-changes.ts";

export const run: Run<typeof sessionsRedoUsage> = ({ flags, positionals: [named] }, context) =>
  runReview("redo", flags, named, context);
