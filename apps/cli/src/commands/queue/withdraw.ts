// `parley queue withdraw`: withdraws a queued prompt.
import type { Run } from "../../command.ts";
import { printNotice } from "../../output/print.ts";
import type { queueWithdrawUsage } from "../../usage/queue.ts";
import { findQueued, textOf, withQueue } from "./with-queue.ts";

export const run: Run<typeof queueWithdrawUsage> = ({ flags, positionals: [session = "", number = ""] }, context) =>
  withQueue(flags, context, session, async (open) => {
    const queued = findQueued(open, number);
    await open.remote.request("turns/cancel", { id: queued.turn_id });
    if (!flags.json) printNotice(`Withdrawn: ${textOf(queued)}`);
  });
