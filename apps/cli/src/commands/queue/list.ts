// `parley queue list`: the queued prompts of a session.
import type { Run } from "../../command.ts";
import type { queueListUsage } from "../../usage/queue.ts";
import { withQueue } from "./with-queue.ts";

export const run: Run<typeof queueListUsage> = ({ flags, positionals: [session = "latest"] }, context) =>
  withQueue(flags, context, session);
