// `parley queue edit`: changes the text of a queued prompt.
import type { Run } from "../../command.ts";
import type { queueEditUsage } from "../../usage/queue.ts";
import { findQueued, withQueue } from "./with-queue.ts";

export const run: Run<typeof queueEditUsage> = (
  { flags, positionals: [session = "", number = "", ...words] },
  context,
) =>
  withQueue(flags, context, session, async (open) => {
    const { turn_id: turnId } = findQueued(open, number);
    await open.remote.request("queue/change", { id: open.sessionId, turnId, text: words.join(" ") });
  });
