// `parley sessions keep`: marks changes as kept.
import type { Run } from "../../command.ts";
import { runReview } from "../../review/run-review.ts";
import type { sessionsKeepUsage } from "../../usage/sessions-changes.ts";

export const run: Run<typeof sessionsKeepUsage> = ({ flags, positionals: [named] }, context) =>
  runReview("keep", { ...flags, force: false }, named, context);
