// The open questions of a session as cards, the oldest first. The cards are loaded with the first question.
import { lazyPart } from "../parts/lazy-part.tsx";
import type { AskedQuestion } from "./asked-question.ts";
import type { QuestionsPort } from "./questions-port.ts";

export interface QuestionsProps {
  readonly questions: readonly AskedQuestion[];
  readonly port: QuestionsPort;
  /** The session's folder, to which paths may be relative. */
  readonly folder?: string | undefined;
  /** For narrow places: at first with the answers that hold once. */
  readonly isSmall?: boolean | undefined;
}

const QuestionCards = lazyPart(async () => (await import("./QuestionCards.tsx")).QuestionCards);

export function Questions(props: QuestionsProps) {
  return props.questions.length === 0 ? null : <QuestionCards {...props} />;
}
