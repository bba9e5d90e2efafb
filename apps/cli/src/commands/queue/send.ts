// `parley queue send`: cancels the running turn and runs a queued prompt at once.
import type { Run } from "../../command.ts";
import { printNotice } from "../../output/print.ts";
import type { queueSendUsage } from "../../usage/queue.ts";
import { findQueued, textOf, withQueue } from "./with-queue.ts";

export const run: Run<typeof queueSendUsage> = ({ flags, positionals: [session = "", number = ""] }, context) =>
  withQueue(flags, context, session, async (open) => {
    const queued = findQueued(open, number);
    await open.remote.request("queue/change", { id: open.sessionId, turnId: queued.turn_id, interrupt: true });
    if (!flags.json) printNotice(`The running turn is being cancelled. Next: ${textOf(queued)}`);
  });
