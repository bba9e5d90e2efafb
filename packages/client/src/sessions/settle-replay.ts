// Waits before the first prompt after a load, because the rest of the history may still arrive and must not be taken for the turn's.
import type { ReplayFilter } from "./replay-filter.ts";
import type { SessionHost } from "./session-host.ts";

/** Resolves at once unless the session was just loaded. */
export async function settleReplay(
  filter: ReplayFilter,
  { timers, limits }: Pick<SessionHost, "timers" | "limits">,
): Promise<void> {
  const endMs = timers.now() + limits.loadSettleMsMax;
  for (;;) {
    const { stillForMs } = filter;
    if (stillForMs === undefined || stillForMs >= limits.loadSettleMs || timers.now() >= endMs) return;
    await new Promise<void>((resolve) => {
      timers.after(limits.loadSettleMs - stillForMs, resolve);
    });
  }
}
