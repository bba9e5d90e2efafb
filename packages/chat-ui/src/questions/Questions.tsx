// The open questions of a session as cards, the oldest first.
import { plural } from "@parley/base";
import { useRef } from "react";
import { QUESTIONS_SHOWN } from "../limits.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { QuestionCard } from "./QuestionCard.tsx";
import type { QuestionsPort } from "./questions-port.ts";
import { useQuestionFocus } from "./use-question-focus.ts";
import "./Questions.css";

export interface QuestionsProps {
  readonly questions: readonly AskedQuestion[];
  readonly port: QuestionsPort;
  /** The session's folder, to which paths may be relative. */
  readonly folder?: string | undefined;
}

export function Questions({ questions, port, folder }: QuestionsProps) {
  const element = useRef<HTMLDivElement>(null);
  useQuestionFocus(element, questions);
  if (questions.length === 0) return null;
  const later = questions.length - QUESTIONS_SHOWN;
  return (
    <div className="questions" ref={element}>
      {questions.slice(0, QUESTIONS_SHOWN).map((question) => (
        <QuestionCard key={question.interaction.id} question={question} port={port} folder={folder} />
      ))}
      {later > 0 && (
        <p className="questions-later" role="status">
          {plural(later, "more question")} after these
        </p>
      )}
    </div>
  );
}
