// One question, drawn by its kind.
import { t } from "@parley/base";
import { isUnknown } from "@parley/acp";
import type { ReactNode } from "react";
import type { AskedQuestion } from "./asked-question.ts";
import { ElicitationForm } from "./ElicitationForm.tsx";
import { PermissionCard } from "./PermissionCard.tsx";
import type { QuestionsPort } from "./questions-port.ts";
import { UrlQuestion } from "./UrlQuestion.tsx";

export interface QuestionCardProps {
  readonly question: AskedQuestion;
  readonly port: QuestionsPort;
  readonly folder?: string | undefined;
  readonly origin?: ReactNode;
  readonly isSmall?: boolean | undefined;
}

export function QuestionCard({ question, port, folder, origin, isSmall }: QuestionCardProps) {
  const { kind, request } = question.interaction;
  if (kind === "permission") {
    return <PermissionCard question={question} port={port} folder={folder} origin={origin} isSmall={isSmall} />;
  }
  if (request === undefined || isUnknown(request)) {
    const unknown = { message: t("This version of Parley cannot show this kind of question"), schema: NO_FIELDS };
    return <ElicitationForm {...unknown} question={question} port={port} origin={origin} isUnknown />;
  }
  const { message } = request;
  if (request.mode === "url") {
    return <UrlQuestion question={question} message={message} url={request.url} port={port} origin={origin} />;
  }
  return (
    <ElicitationForm
      question={question}
      message={message}
      schema={request.requestedSchema}
      port={port}
      origin={origin}
    />
  );
}

const NO_FIELDS = { type: "object", properties: {} } as const;
