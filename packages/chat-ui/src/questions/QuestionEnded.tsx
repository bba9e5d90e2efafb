// In the place of the choices: how the question ended without this window.
import { t } from "@parley/base";
import type { QuestionEnd } from "./asked-question.ts";
import { describeEnd } from "./words.ts";
import "./QuestionEnded.css";

export interface QuestionEndedProps {
  readonly end: QuestionEnd;
  /** An answer was sent from here, and another one was first. */
  readonly isLate: boolean;
}

export function QuestionEnded({ end, isLate }: QuestionEndedProps) {
  return (
    <p className="question-ended" role="status">
      {describeEnd(end)}
      {isLate && `. ${t("Your answer came too late and was not used")}`}
    </p>
  );
}
