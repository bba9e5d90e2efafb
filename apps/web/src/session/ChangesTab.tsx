// The tab Changes: reviews the files that the session changed.
import { Changes } from "@parley/chat-ui";
import { useEffect, useState } from "react";
import { useServer } from "../server/page-server.ts";
import { SessionChanges } from "@parley/surface";
import type { TabProps } from "./tabs.ts";

export function ChangesTab({ sessionId }: TabProps) {
  const { remote } = useServer();
  const [changes, setChanges] = useState<SessionChanges>();
  useEffect(() => {
    const next = new SessionChanges(remote, sessionId);
    setChanges(next);
    return () => next.close();
  }, [remote, sessionId]);
  return changes === undefined ? null : <Changes key={sessionId} view={changes} port={changes} />;
}
