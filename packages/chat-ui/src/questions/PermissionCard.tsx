// A permission: what the agent wants to do exactly, why it is asked, and the choices with their keys.
import type { PermissionOption } from "@parley/acp";
import { revealLine, truncate, t } from "@parley/base";
import {
  choiceByKey,
  toPermissionChoices,
  toPermissionSubject,
  type PermissionChoice,
  readSentence,
} from "@parley/chat-model";
import { CircleHelp, TriangleAlert } from "lucide-react";
import { useMemo, useState, type KeyboardEvent, type ReactNode } from "react";
import { TITLE_CHARS_MAX } from "../limits.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { isTyping } from "./is-typing.ts";
import { findRejection, PermissionAnswers } from "./PermissionAnswers.tsx";
import { QuestionEnded } from "./QuestionEnded.tsx";
import type { PermissionReply, QuestionsPort } from "./questions-port.ts";
import { SubjectParts } from "./SubjectParts.tsx";
import { useAnswer } from "./use-answer.ts";
import "./PermissionCard.css";

export interface PermissionCardProps {
  readonly question: AskedQuestion;
  readonly port: QuestionsPort;
  /** The session's folder, to which paths may be relative. */
  readonly folder?: string | undefined;
  /** Above the title: where the question comes from. */
  readonly origin?: ReactNode;
  /** For narrow places: smaller. */
  readonly isSmall?: boolean | undefined;
}

export function PermissionCard({ question, port, folder, origin, isSmall = false }: PermissionCardProps) {
  const { interaction, over } = question;
  const { id, tool_call: toolCall = NO_CALL, options = [], reason = "", danger, proposals = [] } = interaction;
  const subject = useMemo(() => toPermissionSubject(toolCall, folder), [toolCall, folder]);
  const title = truncate(subject.title, TITLE_CHARS_MAX);
  const choices = useMemo(() => toPermissionChoices(options), [options]);
  const [remember, setRemember] = useState<PermissionReply["remember"]>();
  const [isExplaining, setExplaining] = useState(false);
  const answering = useAnswer();
  const isSaidByReason = danger !== undefined && reason.toLowerCase().includes(danger.toLowerCase());

  const answer = (choice: PermissionChoice, why?: string): void => {
    if (over !== undefined) return;
    answering.run(() => port.answerPermission(id, { optionId: choice.option.optionId, remember, reason: why }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isTyping(event)) return;
    const chosen = choiceByKey(choices, event.key);
    if (chosen !== undefined) answer(chosen);
    else if (event.key.toLowerCase() === "r" && findRejection(choices) !== undefined) setExplaining(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className={isSmall ? "permission-card permission-card-small" : "permission-card"}
      role="group"
      aria-label={t("Permission: {0}", title)}
      tabIndex={0}
      data-question={id}
      onKeyDown={onKeyDown}
    >
      <div className="permission-card-head">
        {origin}
        <div className="permission-card-title">
          <CircleHelp size={16} aria-hidden="true" />
          <span>{title}</span>
        </div>
        {reason !== "" && !isSaidByReason && <p className="permission-card-why">{revealLine(readSentence(reason))}</p>}
        {danger !== undefined && <Danger sentence={isSaidByReason ? reason : danger} />}
      </div>
      <SubjectParts parts={subject.parts} folder={folder} />
      {over === undefined ? (
        <PermissionAnswers
          choices={choices}
          isBusy={answering.isSending}
          isDangerous={danger !== undefined}
          isExplaining={isExplaining}
          onExplain={setExplaining}
          onAnswer={answer}
          proposals={options.some(isOwn) ? NOTHING : proposals}
          isShort={isSmall}
          remember={remember}
          onRemember={setRemember}
        />
      ) : (
        <QuestionEnded end={over} isLate={answering.problem !== undefined} />
      )}
      {answering.problem !== undefined && over === undefined && (
        <p className="permission-card-problem" role="alert">
          {answering.problem}
        </p>
      )}
    </div>
  );
}

const NO_CALL = { toolCallId: "" };
const NOTHING: readonly string[] = [];

/** The options of Parley's own questions say for themselves what is remembered. */
function isOwn({ optionId }: PermissionOption): boolean {
  return optionId.startsWith("parley:");
}

function Danger({ sentence }: { readonly sentence: string }) {
  return (
    <p className="permission-card-danger">
      <TriangleAlert size={14} aria-hidden="true" />
      <span>{revealLine(readSentence(sentence))}</span>
    </p>
  );
}
