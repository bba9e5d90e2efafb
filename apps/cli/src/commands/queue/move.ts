// `parley queue move`: moves a queued prompt.
import type { Run } from "../../command.ts";
import type { queueMoveUsage } from "../../usage/queue.ts";
import { findQueued, toNumber, withQueue } from "./with-queue.ts";

export const run: Run<typeof queueMoveUsage> = (
  { flags, positionals: [session = "", number = "", place = ""] },
  context,
) =>
  withQueue(flags, context, session, async (open) => {
    const to = toNumber(place, "PLACE");
    const { turn_id: turnId } = findQueued(open, number);
    await open.remote.request("queue/change", { id: open.sessionId, turnId, place: to - 1 });
  });
