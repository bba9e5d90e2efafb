// One question in the inbox: from which session, what it is about, and its answers.
import { neutralLine, revealLine, truncate } from "@parley/base";
import { toPermissionSubject } from "@parley/chat-model";
import { isUnknown } from "@parley/acp";
import { useMemo, useState } from "react";
import { Button } from "../parts/Button.tsx";
import type { AskedQuestion } from "../questions/asked-question.ts";
import { QuestionCard } from "../questions/QuestionCard.tsx";
import type { InboxSession } from "./Inbox.tsx";
import type { InboxPort } from "./inbox-port.ts";
import { AGE_REFRESH_MS, TITLE_CHARS_MAX } from "../limits.ts";
import { formatWhen } from "../sessions/words.ts";
import { useNow } from "../state/use-now.ts";
import "./InboxItem.css";

export interface InboxItemProps {
  readonly question: AskedQuestion;
  readonly port: InboxPort;
  readonly session: InboxSession | undefined;
  readonly isBeside: boolean;
}

export function InboxItem({ question, port, session, isBeside }: InboxItemProps) {
  const [isOpen, setOpen] = useState(false);
  if (isBeside) return <InboxLine question={question} />;
  if (!isOpen && isLongForm(question)) {
    return (
      <div className="inbox-item-folded">
        <Origin question={question} port={port} session={session} />
        <p>{titleOf(question.interaction)}</p>
        <Button look="primary" onClick={() => setOpen(true)}>
          Answer
        </Button>
      </div>
    );
  }
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
  const age = formatWhen(Date.parse(createdAt), useNow(AGE_REFRESH_MS));
  const name = session === undefined ? "A question without a session" : neutralLine(session.title);
  return (
    <div className="inbox-item-origin">
      <span className="inbox-item-agent">{neutralLine(session?.agent ?? agent)}</span>
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
  const title = useMemo(() => titleOf(interaction), [interaction]);
  return (
    <div className="inbox-item-line">
      <span>{title}</span>
      <small>{over === undefined ? "in this session" : "answered"}</small>
    </div>
  );
}

function titleOf({ tool_call: toolCall, request }: AskedQuestion["interaction"]): string {
  if (toolCall !== undefined) return truncate(toPermissionSubject(toolCall).title, TITLE_CHARS_MAX);
  if (request === undefined || isUnknown(request)) return "A question";
  return revealLine(truncate(request.message, TITLE_CHARS_MAX));
}

/** More than one field is too much for a list unless the person wants it there. */
function isLongForm({ interaction: { request }, over }: AskedQuestion): boolean {
  if (over !== undefined || request === undefined || isUnknown(request) || request.mode !== "form") return false;
  return Object.keys(request.requestedSchema.properties ?? {}).length > 1;
}
