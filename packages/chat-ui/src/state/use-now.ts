// The time, for what says how long something takes or how long ago it was: renders again in the given interval.
import { useEffect, useState } from "react";

/** Stands still without an interval. */
export function useNow(everyMs: number | undefined): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
