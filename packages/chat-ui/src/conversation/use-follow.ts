// Stays at the end until a person scrolls up, and never moves the text of one who has.
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";

export interface Follow {
  readonly isAtEnd: boolean;
  /** Whether what arrives moves the text. */
  readonly isFollowing: () => boolean;
  /** Follows, and the person has done nothing here just now: whatever changes its size, the end stays in view. */
  readonly isHeldAtEnd: () => boolean;
  /** Goes to the end, and stays there. */
  readonly jump: () => void;
  /** What is looked at now is not the end. */
  readonly leave: () => void;
}

/** What happens this soon after a key, a wheel or a click is what the person wanted: to scroll, or to open details. */
const OWN_SCROLL_MS = 500;
const OPENERS = "button, a, summary";
const KEYS = new Set(["ArrowUp", "PageUp", "Home", " ", "Enter"]);

/** `endPx`: nearer to the end than this counts as there. */
export function useFollow(scroller: RefObject<HTMLElement | null>, endPx: number): Follow {
  const [isAtEnd, setAtEnd] = useState(true);
  const isFollowing = useRef(true);
  const input = useRef<Input>(undefined);
  /** It was put at the end, and the event that says so is still to come. */
  const isPlaced = useRef(false);
  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element === null || !isFollowing.current) return;
    if (input.current?.isRecent() !== true) {
      isPlaced.current = leftBelow(element) > 0;
      element.scrollTop = element.scrollHeight;
    } else if (leftBelow(element) > endPx) {
      isFollowing.current = false;
      setAtEnd(false);
    }
  }, [scroller, endPx]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const watched = watchInput(element);
    input.current = watched;
    const look = () => {
      const isThere = leftBelow(element) <= endPx;
      if (isThere) isFollowing.current = true;
      else if (watched.isRecent()) isFollowing.current = false;
      // The list may have put it elsewhere since: it knows its place from the last event, and moves from there.
      else if (isPlaced.current && isFollowing.current) element.scrollTop = element.scrollHeight;
      isPlaced.current = false;
      setAtEnd(isThere || isFollowing.current);
    };
    // It is called after the layout and before anything is painted, so that no layout is made for it alone.
    const resized = new ResizeObserver(toEnd);
    resized.observe(element);
    if (element.firstElementChild !== null) resized.observe(element.firstElementChild);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      watched.close();
      resized.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroller, toEnd, endPx]);
  const jump = useCallback(() => {
    isFollowing.current = true;
    setAtEnd(true);
    const element = scroller.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, [scroller]);
  const leave = useCallback(() => {
    isFollowing.current = false;
  }, []);
  const isFollowingNow = useCallback(() => isFollowing.current, []);
  const isHeldAtEnd = useCallback(() => isFollowing.current && input.current?.isRecent() !== true, []);
  return { isAtEnd, isFollowing: isFollowingNow, isHeldAtEnd, jump, leave };
}

function leftBelow({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number {
  return scrollHeight - clientHeight - scrollTop;
}

interface Input {
  isRecent(): boolean;
  close(): void;
}

/** Whether a person has just done something here, or holds the scroll bar. */
function watchInput(element: HTMLElement): Input {
  const ended = new AbortController();
  const options = { passive: true, signal: ended.signal };
  let last = -Infinity;
  let isHeld = false;
  const now = () => {
    // It takes effect with the next frame, which may be late.
    last = Infinity;
    requestAnimationFrame(() => {
      last = performance.now();
    });
  };
  element.addEventListener("wheel", ({ deltaY }) => deltaY < 0 && now(), options);
  element.addEventListener("touchmove", now, options);
  element.addEventListener("keydown", ({ key }) => KEYS.has(key) && now(), options);
  element.addEventListener(
    "pointerdown",
    () => {
      isHeld = true;
    },
    options,
  );
  window.addEventListener(
    "pointerup",
    ({ target }) => {
      // A click on plain text opens nothing.
      if (isHeld && target instanceof Element && target.closest(OPENERS) !== null) now();
      isHeld = false;
    },
    options,
  );
  return { isRecent: () => isHeld || performance.now() - last < OWN_SCROLL_MS, close: () => ended.abort() };
}
