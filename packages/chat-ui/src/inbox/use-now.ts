// The time, for ages that are shown: one timer for all of them, and only while one is shown.
import { useSyncExternalStore } from "react";
import { AGE_REFRESH_MS } from "../limits.ts";

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, AGE_REFRESH_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
