// One session: its conversation, its open questions, the composer, and the tabs beside them.
import { Composer, Conversation, Questions, useView } from "@parley/chat-ui";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { FollowedView } from "../server/followed-view.ts";
import { useServer } from "../server/page-server.ts";
import { createSessionPort } from "../server/session-port.ts";
import { TABS } from "./tabs.ts";

const SHOWN_TABS = TABS.map(({ load, ...tab }) => ({
  ...tab,
  Content: lazy(async () => ({ default: await load() })),
}));

export function SessionPage({ sessionId }: { readonly sessionId: string }) {
  const { remote } = useServer();
  const [followed, setFollowed] = useState<FollowedView>();
  useEffect(() => {
    const next = new FollowedView(remote, sessionId);
    setFollowed(next);
    return () => next.close();
  }, [remote, sessionId]);
  return followed === undefined ? null : <ShownSession followed={followed} sessionId={sessionId} />;
}

interface ShownSessionProps {
  readonly followed: FollowedView;
  readonly sessionId: string;
}

function ShownSession({ followed, sessionId }: ShownSessionProps) {
  const server = useServer();
  const view = useView(followed, ({ view: current }) => current);
  const questions = useView(server.questions, (list) => list.ofSession(sessionId));
  const folder = useView(view, ({ state }) => state.agent?.cwd);
  const port = useMemo(() => createSessionPort(server, sessionId), [server, sessionId]);
  return (
    <div className="session-page">
      <main className="session-chat">
        <Conversation view={view} agent="Agent" />
        <Questions questions={questions} port={port} folder={folder} />
        <Composer view={view} port={port} />
      </main>
      <aside>
        {SHOWN_TABS.map(({ id, title, Content }) => (
          <section key={id} aria-label={title}>
            <Suspense>
              <Content sessionId={sessionId} view={view} />
            </Suspense>
          </section>
        ))}
      </aside>
    </div>
  );
}
