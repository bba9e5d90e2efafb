// Stays at the end while a person is there, and never moves the text of one who has scrolled up.
import type { SessionView } from "@parley/chat-model";
import type { Virtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useState } from "react";

export interface Follow {
  readonly isAtEnd: boolean;
  readonly jump: () => void;
}

export function useFollow(
  virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>,
  view: SessionView,
  endPx: number,
): Follow {
  const [isAtEnd, setAtEnd] = useState(true);
  const jump = useCallback(() => virtualizer.scrollToEnd(), [virtualizer]);
  // A session opens at its end.
  useLayoutEffect(() => {
    jump();
  }, [jump, view]);
  useEffect(() => {
    const element = virtualizer.scrollElement;
    if (element === null) return undefined;
    const look = () => {
      const left = element.scrollHeight - element.clientHeight - element.scrollTop;
      setAtEnd(left <= endPx);
    };
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [virtualizer, virtualizer.scrollElement, endPx]);
  return { isAtEnd, jump };
}
