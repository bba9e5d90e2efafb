// What is being written: kept by the surface with every change, so that a reload loses nothing.
import { withChip, type AttachedChip } from "@parley/chat-model";
import { useCallback, useRef, useState } from "react";
import type { Draft, DraftKeeper } from "./composer-port.ts";

export interface DraftState extends Draft {
  /** It lasts only as long as the page: the browser could not store it. */
  readonly isVolatile: boolean;
  readonly setText: (text: string) => void;
  /** Throws if it is too large, or one too many. */
  readonly addChip: (chip: AttachedChip) => void;
  readonly removeChip: (chip: AttachedChip) => void;
  readonly clear: () => void;
}

const EMPTY: Draft = { text: "", chips: [] };

export function useDraft(keeper: DraftKeeper): DraftState {
  const [draft, setDraft] = useState(keeper.draft);
  const [isVolatile, setVolatile] = useState(false);
  // Several files may be added before the next render.
  const latest = useRef(draft);
  const change = useCallback(
    (next: Draft) => {
      latest.current = next;
      setDraft(next);
      setVolatile(!keeper.keep(next));
    },
    [keeper],
  );
  return {
    ...draft,
    isVolatile,
    setText: (text) => change({ ...latest.current, text }),
    addChip: (chip) => change({ ...latest.current, chips: withChip(latest.current.chips, chip) }),
    removeChip: (chip) => change({ ...latest.current, chips: latest.current.chips.filter((one) => one !== chip) }),
    clear: () => change(EMPTY),
  };
}
