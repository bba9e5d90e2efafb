// Before the first prompt after a load: the rest of the history may be on its way, and is not to be taken for the turn's.
import type { ReplayFilter } from "./replay-filter.ts";
import type { SessionHost } from "./session-host.ts";

/** Resolves at once, unless a session was loaded a moment ago. */
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
