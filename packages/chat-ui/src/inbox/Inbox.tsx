// All open questions of all sessions, each answerable in place.
import { plural } from "@parley/base";
import { useState } from "react";
import { INBOX_SHOWN } from "../limits.ts";
import { Button } from "../parts/Button.tsx";
import type { AskedQuestion } from "../questions/asked-question.ts";
import type { InboxPort } from "./inbox-port.ts";
import { lazyPart } from "../parts/lazy-part.tsx";
import "./Inbox.css";

const InboxItem = lazyPart(async () => (await import("./InboxItem.tsx")).InboxItem);

/** What the inbox shows of a session. */
export interface InboxSession {
  readonly title: string;
  readonly folder: string;
  /** How its agent is called. */
  readonly agent: string;
}

export interface InboxProps {
  /** The oldest first. */
  readonly questions: readonly AskedQuestion[];
  readonly sessionOf: (sessionId: string) => InboxSession | undefined;
  readonly port: InboxPort;
  /** This session's questions are shown beside the inbox, so that they are only named here. */
  readonly besideSessionId?: string | undefined;
  /** The inbox has the screen for itself, and says so when there is nothing; otherwise an empty inbox shows nothing. */
  readonly showsEmpty?: boolean | undefined;
}

export function Inbox({ questions, sessionOf, port, besideSessionId, showsEmpty = false }: InboxProps) {
  const [shownMax, setShownMax] = useState(INBOX_SHOWN);
  const open = questions.filter(({ over }) => over === undefined).length;
  if (questions.length === 0 && !showsEmpty) return null;
  return (
    <section className={showsEmpty ? "inbox" : "inbox inbox-beside"} aria-label="Inbox">
      <h2 className="inbox-head">
        <span>Inbox</span>
        <span aria-label={plural(open, "open question")}>{open}</span>
      </h2>
      {questions.length === 0 && (
        <p className="inbox-empty">No agent is waiting for you. Questions of all sessions appear here.</p>
      )}
      <ul className="inbox-list">
        {questions.slice(0, shownMax).map((question) => {
          const { id, session_id: sessionId } = question.interaction;
          return (
            <li key={id}>
              <InboxItem
                question={question}
                port={port}
                session={sessionId === undefined ? undefined : sessionOf(sessionId)}
                isBeside={sessionId !== undefined && sessionId === besideSessionId}
              />
            </li>
          );
        })}
      </ul>
      {questions.length > shownMax && (
        <Button look="quiet" onClick={() => setShownMax((count) => count + INBOX_SHOWN)}>
          Show {plural(questions.length - shownMax, "more question")}
        </Button>
      )}
    </section>
  );
}
