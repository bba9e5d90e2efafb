// Moves the focus to the next question after one was answered, and to a new one if the person is not doing anything else.
import { useEffect, useRef, type RefObject } from "react";
import type { AskedQuestion } from "./asked-question.ts";

export function useQuestionFocus(element: RefObject<HTMLElement | null>, questions: readonly AskedQuestion[]): void {
  const first = questions.find(({ over }) => over === undefined)?.interaction.id;
  const before = useRef<string>(undefined);
  useEffect(() => {
    const isAnother = first !== undefined && first !== before.current;
    before.current = first;
    // The focus is nowhere when the card that had it is gone.
    if (!isAnother || document.activeElement !== document.body) return;
    const cards = element.current?.querySelectorAll<HTMLElement>("[data-question]") ?? [];
    for (const card of cards) if (card.dataset["question"] === first) card.focus({ preventScroll: true });
  }, [element, first]);
}
