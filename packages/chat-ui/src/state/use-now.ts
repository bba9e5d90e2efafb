// The time, for what says how long ago something was: renders again in the given interval.
import { useEffect, useState } from "react";

export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
