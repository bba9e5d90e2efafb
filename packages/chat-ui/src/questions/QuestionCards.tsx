// The first of the open questions as cards, and how many come after them.
import { tPlural } from "@parley/base";
import { useRef } from "react";
import { QUESTIONS_SHOWN } from "../limits.ts";
import { QuestionCard } from "./QuestionCard.tsx";
import type { QuestionsProps } from "./Questions.tsx";
import { useQuestionFocus } from "./use-question-focus.ts";
import "./QuestionCards.css";

export function QuestionCards({ questions, port, folder, isSmall }: QuestionsProps) {
  const element = useRef<HTMLDivElement>(null);
  useQuestionFocus(element, questions);
  const later = questions.length - QUESTIONS_SHOWN;
  return (
    <div className="questions" ref={element}>
      {questions.slice(0, QUESTIONS_SHOWN).map((question) => (
        <QuestionCard key={question.interaction.id} question={question} port={port} folder={folder} isSmall={isSmall} />
      ))}
      {later > 0 && (
        <p className="questions-later" role="status">
          {tPlural(later, "{0} more question after these", "{0} more questions after these")}
        </p>
      )}
    </div>
  );
}
