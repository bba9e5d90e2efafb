// Expires questions that nothing waits for any more, at every start and then from time to time.
import type { Log } from "@parley/base";
import { OVERDUE_CHECK_MS } from "../live-limits.ts";
import type { HubInteractions } from "./create-interactions.ts";

/** Returns a function that stops it. */
export function expireOverdue(interactions: Pick<HubInteractions, "expireOverdue">, log: Log): () => void {
  const check = (): void => {
    interactions.expireOverdue().catch((cause: unknown) => log.write("warn", "Could not expire questions", { cause }));
  };
  check();
  const timer = setInterval(check, OVERDUE_CHECK_MS).unref();
  return () => clearInterval(timer);
}
