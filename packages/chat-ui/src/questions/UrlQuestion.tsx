// A page that an agent wants opened: its whole address, and whose it is.
import { PROMPT_CHARS_SHOWN } from "../limits.ts";
import { toLabel } from "./words.ts";
import { neutralLine, revealLine, truncate, t } from "@parley/base";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../parts/Button.tsx";
import type { AskedQuestion } from "./asked-question.ts";
import { QuestionEnded } from "./QuestionEnded.tsx";
import type { QuestionsPort } from "./questions-port.ts";
import { useAnswer } from "./use-answer.ts";
import "./UrlQuestion.css";

export interface UrlQuestionProps {
  readonly question: AskedQuestion;
  readonly message: string;
  readonly url: string;
  readonly port: QuestionsPort;
  readonly origin?: ReactNode;
}

export function UrlQuestion({ question, message, url, port, origin }: UrlQuestionProps) {
  const { interaction, over } = question;
  const answering = useAnswer();
  const page = toPage(url);
  const answer = (reply: Parameters<QuestionsPort["answerElicitation"]>[1]): void =>
    answering.run(() => port.answerElicitation(interaction.id, reply));
  return (
    <form
      className="elicitation-form"
      aria-label={toLabel(message)}
      data-question={interaction.id}
      tabIndex={-1}
      onSubmit={(event) => {
        event.preventDefault();
        answer({ action: "accept", content: {} });
      }}
    >
      {origin}
      <p className="elicitation-form-message">{neutralLine(truncate(message, PROMPT_CHARS_SHOWN))}</p>
      <p className="url-question-note">
        {page === undefined
          ? t("The agent named an address that a browser cannot open:")
          : t("The agent wants you to open this page:")}
      </p>
      <code className="url-question-address" dir="ltr">
        {revealLine(page?.href ?? url)}
      </code>
      {over === undefined ? (
        <div className="elicitation-form-answers">
          {page !== undefined && (
            <a className="button button-primary" href={page.href} target="_blank" rel="noopener noreferrer">
              {t("Open {0}", page.host)} <ExternalLink size={14} aria-hidden="true" />
            </a>
          )}
          {page !== undefined && (
            <Button type="submit" disabled={answering.isSending}>
              {t("I opened it")}
            </Button>
          )}
          <Button disabled={answering.isSending} onClick={() => answer({ action: "decline" })}>
            {t("Decline")}
          </Button>
        </div>
      ) : (
        <QuestionEnded end={over} isLate={answering.problem !== undefined} />
      )}
      {answering.problem !== undefined && over === undefined && (
        <p className="elicitation-form-problem" role="alert">
          {answering.problem}
        </p>
      )}
    </form>
  );
}

/** Only what opens a web page; the host as the browser reads it, with letters of other alphabets spelled out. */
function toPage(url: string): URL | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed?.protocol === "https:" || parsed?.protocol === "http:" ? parsed : undefined;
}
