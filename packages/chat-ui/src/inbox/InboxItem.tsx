// One question in the inbox: from which session, what it is about, and its answers.
import { neutralLine, revealLine } from "@parley/base";
import { formatAgo, toPermissionSubject } from "@parley/chat-model";
import { isUnknown } from "@parley/acp";
import { useMemo } from "react";
import type { AskedQuestion } from "../questions/asked-question.ts";
import { QuestionCard } from "../questions/QuestionCard.tsx";
import type { InboxSession } from "./Inbox.tsx";
import type { InboxPort } from "./inbox-port.ts";
import { useNow } from "./use-now.ts";
import "./InboxItem.css";

export interface InboxItemProps {
  readonly question: AskedQuestion;
  readonly port: InboxPort;
  readonly session: InboxSession | undefined;
  readonly isBeside: boolean;
}

export function InboxItem({ question, port, session, isBeside }: InboxItemProps) {
  if (isBeside) return <InboxLine question={question} />;
  return (
    <QuestionCard
      question={question}
      port={port}
      folder={session?.folder}
      isSmall
      origin={<Origin question={question} port={port} session={session} />}
    />
  );
}

function Origin({ question, port, session }: Omit<InboxItemProps, "isBeside">) {
  const { agent, session_id: sessionId, created_at: createdAt } = question.interaction;
  const age = formatAgo(useNow() - Date.parse(createdAt));
  const name = session === undefined ? "A question without a session" : neutralLine(session.title);
  return (
    <div className="inbox-item-origin">
      <span className="inbox-item-agent">{neutralLine(agent)}</span>
      {sessionId === undefined ? (
        <span className="inbox-item-session">{name}</span>
      ) : (
        <button type="button" className="inbox-item-session" onClick={() => port.openSession(sessionId)}>
          {name}
        </button>
      )}
      <time dateTime={createdAt}>{age}</time>
    </div>
  );
}

/** The card itself is in the conversation beside it. */
function InboxLine({ question: { interaction, over } }: { readonly question: AskedQuestion }) {
  const { tool_call: toolCall, request } = interaction;
  const title = useMemo(() => {
    if (toolCall !== undefined) return toPermissionSubject(toolCall).title;
    return request === undefined || isUnknown(request) ? "A question" : revealLine(request.message);
  }, [toolCall, request]);
  return (
    <div className="inbox-item-line">
      <span>{title}</span>
      <small>{over === undefined ? "in this session" : "answered"}</small>
    </div>
  );
}
