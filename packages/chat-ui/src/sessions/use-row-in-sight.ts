// Keeps the row of the open session in sight while the page settles, until the person scrolls the list.
import { useEffect, useRef, type RefObject } from "react";

const BY_HAND = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** `index` below 0: the row is not in the list. */
export function useRowInSight(
  list: RefObject<HTMLElement | null>,
  key: string | undefined,
  index: number,
  scrollTo: (index: number) => void,
): void {
  const latest = useRef({ index, scrollTo });
  latest.current = { index, scrollTo };
  const isThere = index >= 0;
  useEffect(() => {
    const element = list.current;
    if (element === null || !isThere) return undefined;
    const stop = new AbortController();
    const show = (): void => {
      const { index: at, scrollTo: scroll } = latest.current;
      if (!stop.signal.aborted && at >= 0) scroll(at);
    };
    // Questions that arrive above the list make it shorter.
    const observer = new ResizeObserver(() => requestAnimationFrame(show));
    observer.observe(element);
    for (const type of BY_HAND)
      element.addEventListener(type, () => stop.abort(), { signal: stop.signal, passive: true });
    stop.signal.addEventListener("abort", () => observer.disconnect());
    return () => stop.abort();
  }, [list, key, isThere]);
}
