<<<<<<< HEAD
// The time, for what says how long ago something was: renders again in the given interval.
import { useEffect, useState } from "react";

export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
=======
// The time, for what counts seconds while one looks at it.
import { useEffect, useState } from "react";

const TICK_MS = 1_000;

/** Stands still while `isRunning` is false. */
export function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
>>>>>>> 8978045f (feat(page): the conversation with streamed markdown, thoughts, tool rows and groups, diffs, outputs, plan and notes, in a virtual list that never steals the scroll)
}
