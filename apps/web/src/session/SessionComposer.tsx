// The composer of one session, with its queue, its choices and what was not sent yet.
import type { SessionView } from "@parley/chat-model";
import { Composer, useView, type ChatPort } from "@parley/chat-ui";
import { useMemo } from "react";
import { useServer } from "../server/page-server.ts";
import type { SessionParts } from "@parley/surface";
import { draftsOf } from "../state/drafts.ts";
import { usePickers } from "./use-pickers.ts";

export interface SessionComposerProps {
  readonly sessionId: string;
  readonly view: SessionView;
  readonly port: ChatPort;
  readonly parts: SessionParts;
  readonly agent: string;
}

export function SessionComposer({ sessionId, view, port, parts, agent }: SessionComposerProps) {
  const { sessions } = useServer();
  const queue = useView(parts.queue, (current) => current.queue);
  const pickers = usePickers(sessionId, view, parts.choices);
  const drafts = useMemo(() => draftsOf(sessionId), [sessionId]);
  const listed = useView(sessions, (list) => list.sessions);
  const others = useMemo(
    () => listed.flatMap(({ id, name }) => (id === sessionId ? [] : [{ id, title: name }])),
    [listed, sessionId],
  );
  return (
    <Composer
      key={sessionId}
      view={view}
      port={port}
      drafts={drafts}
      queue={queue}
      pickers={pickers}
      agent={agent}
      sessions={others}
    />
  );
}
