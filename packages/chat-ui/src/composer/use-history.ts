// Arrow up and down in the input: what was sent in this session before.
import { stepHistory, textOfBlocks, type HistoryPlace, type SessionView } from "@parley/chat-model";
import { useRef } from "react";

export interface PromptHistory {
  /** The text that is there; undefined if there is nothing further that way. */
  step(by: -1 | 1, current: string): string | undefined;
  /** The text was changed by hand. */
  leave(): void;
}

export function useHistory(view: SessionView): PromptHistory {
  const place = useRef<HistoryPlace>(undefined);
  return {
    step: (by, current) => {
      if (place.current === undefined && by === 1) return undefined;
      const stepped = stepHistory(place.current ?? { entries: promptsOf(view) }, by, current);
      if (stepped === undefined) return undefined;
      place.current = stepped.place.index === undefined ? undefined : stepped.place;
      return stepped.text;
    },
    leave: () => {
      place.current = undefined;
    },
  };
}

function promptsOf(view: SessionView): readonly string[] {
  const texts = view.items.flatMap(({ item }) => (item.type === "user_message" ? [textOfBlocks(item.blocks)] : []));
  return texts.filter((text, index) => text.trim() !== "" && text !== texts[index - 1]);
}
