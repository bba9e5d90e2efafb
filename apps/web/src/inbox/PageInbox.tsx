// The inbox of the page: all open questions of all sessions of the server.
import { Inbox, useView, type InboxPort, type InboxSession } from "@parley/chat-ui";
import type { SessionList } from "@parley/surface";
import { useCallback, useMemo } from "react";
import { useLocation } from "wouter";
import { useServer } from "../server/page-server.ts";

export interface PageInboxProps {
  /** The session whose questions are shown beside the inbox. */
  readonly besideSessionId?: string | undefined;
  readonly showsEmpty?: boolean | undefined;
}

const NO_SESSIONS: SessionList["sessions"] = [];

export function PageInbox({ besideSessionId, showsEmpty }: PageInboxProps) {
  const { questions, sessions, agents } = useServer();
  const all = useView(questions, (list) => list.questions);
  // Sessions change often while agents work, and without questions nothing is shown of them.
  const listed = useView(sessions, (list) => (all.length === 0 ? NO_SESSIONS : list.sessions));
  const entries = useView(agents, (list) => list.agents);
  const [, navigate] = useLocation();
  const byId = useMemo(() => new Map(listed.map((session) => [session.id, session])), [listed]);
  const sessionOf = useCallback(
    (id: string): InboxSession | undefined => {
      const session = byId.get(id);
      const title = entries.find(({ name }) => name === session?.agent)?.title;
      return session && { title: session.name, folder: session.working_dir, agent: title ?? session.agent };
    },
    [byId, entries],
  );
  const port = useMemo<InboxPort>(
    () => ({
      answerPermission: (id, reply) => questions.answerPermission(id, reply),
      answerElicitation: (id, reply) => questions.answerElicitation(id, reply),
      openSession: (id) => navigate(`/sessions/${encodeURIComponent(id)}`),
    }),
    [questions, navigate],
  );
  return (
    <Inbox
      questions={all}
      sessionOf={sessionOf}
      port={port}
      besideSessionId={besideSessionId}
      showsEmpty={showsEmpty}
    />
  );
}
