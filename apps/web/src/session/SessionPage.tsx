// One session: its conversation, its open questions, the composer, and the tabs beside them.
import type { SessionView } from "@parley/chat-model";
import { Conversation, EmptyState, Questions, useView, type QuestionsPort } from "@parley/chat-ui";
import { useEffect, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { FollowedView } from "../server/followed-view.ts";
import { useServer } from "../server/page-server.ts";
import { createSessionPort } from "@parley/surface";
import { usePerson } from "../server/use-person.ts";
import { toHref } from "../state/routes.ts";
import { SessionComposer } from "./SessionComposer.tsx";
import { createConversationPort } from "./conversation-port.ts";
import { SessionPane } from "./SessionPane.tsx";
import { useSessionParts } from "./use-session-parts.ts";
import { useMarkRead } from "./use-mark-read.ts";
import "./SessionPage.css";

export interface SessionPageProps {
  readonly sessionId: string;
  /** The tab in front, if the address names one. On a phone it takes the place of the conversation. */
  readonly tab: string | undefined;
  /** The message to go to, by its number in the log. */
  readonly seq: number | undefined;
}

export function SessionPage({ sessionId, ...shown }: SessionPageProps) {
  const { remote } = useServer();
  const [followed, setFollowed] = useState<FollowedView>();
  useEffect(() => {
    const next = new FollowedView(remote, sessionId);
    setFollowed(next);
    return () => next.close();
  }, [remote, sessionId]);
  useMarkRead(sessionId);
  return followed === undefined ? null : <ShownSession followed={followed} sessionId={sessionId} {...shown} />;
}

interface ShownSessionProps extends SessionPageProps {
  readonly followed: FollowedView;
}

function ShownSession({ followed, sessionId, tab, seq }: ShownSessionProps) {
  const server = useServer();
  const { sessions, agents } = server;
  const view = useView(followed, ({ view: current }) => current);
  const isShown = useView(followed, (current) => current.isShown);
  const end = useView(followed, (current) => current.end);
  const agentName = useView(sessions, (list) => list.get(sessionId)?.agent);
  const agent = useView(agents, (list) => (agentName === undefined ? "Agent" : list.titleOf(agentName)));
  const person = usePerson();
  const parts = useSessionParts(server, sessionId);
  const port = useMemo(() => createSessionPort(server, sessionId, parts), [server, sessionId, parts]);
  const [, navigate] = useLocation();
  const conversationPort = useMemo(
    () => createConversationPort({ remote: server.remote, sessionId, navigate }),
    [server, sessionId, navigate],
  );
  if (end !== undefined && end.reason !== "failed") {
    return (
      <main className="session-page-gone">
        <EmptyState title={end.reason === "deleted" ? "This session was deleted" : "Session not found"}>
          <p>
            <a href={toHref("/")}>Show all sessions</a>
          </p>
        </EmptyState>
      </main>
    );
  }
  return (
    <main className="session-page" data-front={tab === undefined ? "chat" : "pane"}>
      <div className="session-page-chat" data-region="Conversation" tabIndex={-1}>
        {end !== undefined && (
          <p className="session-page-problem" role="alert">
            The session can no longer be followed: {end.error?.message ?? "the server ended it"}. Reload the page to try
            again.
          </p>
        )}
        <Conversation
          view={view}
          agent={agent}
          port={conversationPort}
          person={person}
          target={isShown ? seq : undefined}
          isReady={isShown}
        />
        <SessionQuestions sessionId={sessionId} view={view} port={port} />
        <SessionComposer sessionId={sessionId} view={view} port={port} parts={parts} agent={agent} />
      </div>
      <SessionPane sessionId={sessionId} view={view} tab={tab} isReady={isShown} />
    </main>
  );
}

interface SessionQuestionsProps {
  readonly sessionId: string;
  readonly view: SessionView;
  readonly port: QuestionsPort;
}

/** On its own, so that a question does not render the conversation around it. */
function SessionQuestions({ sessionId, view, port }: SessionQuestionsProps) {
  const { questions } = useServer();
  const asked = useView(questions, (list) => list.ofSession(sessionId));
  const folder = useView(view, ({ state }) => state.agent?.cwd);
  return <Questions questions={asked} port={port} folder={folder} />;
}
