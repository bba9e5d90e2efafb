// The moment that is shown, for components that show it in words: at most so often, and at once when a person moves it.
import { useEffect, useState } from "react";
import type { Playback } from "./playback.ts";

export function useMoment(playback: Playback, everyMs: number): number {
  const [moment, setMoment] = useState(() => playback.now());
  useEffect(() => {
    const refresh = (): void => setMoment(playback.now());
    refresh();
    const timer = setInterval(refresh, everyMs);
    const stop = playback.subscribe(refresh);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [playback, everyMs]);
  return moment;
}
