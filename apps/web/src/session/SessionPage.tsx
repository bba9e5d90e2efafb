// One session: its conversation, its open questions, and the composer.
import { Composer, Conversation, Questions, useView } from "@parley/chat-ui";
import type { Remote } from "@parley/remote";
import { useEffect, useMemo, useState } from "react";
import { FollowedView } from "../server/followed-view.ts";
import { createSessionPort } from "../server/session-port.ts";

export interface SessionPageProps {
  readonly remote: Remote;
  readonly sessionId: string;
}

export function SessionPage({ remote, sessionId }: SessionPageProps) {
  const [followed, setFollowed] = useState<FollowedView>();
  useEffect(() => {
    const next = new FollowedView(remote, sessionId);
    setFollowed(next);
    return () => next.close();
  }, [remote, sessionId]);
  return followed === undefined ? null : <ShownSession followed={followed} remote={remote} sessionId={sessionId} />;
}

function ShownSession({ followed, remote, sessionId }: SessionPageProps & { readonly followed: FollowedView }) {
  const view = useView(followed, ({ view: current }) => current);
  const port = useMemo(() => createSessionPort(remote, sessionId), [remote, sessionId]);
  return (
    <main className="session-page">
      <Conversation view={view} agent="Agent" />
      <Questions view={view} port={port} />
      <Composer view={view} port={port} />
    </main>
  );
}
