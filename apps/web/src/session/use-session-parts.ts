// What is kept up to date for the composer of one session, as long as the session is shown.
import { useEffect, useMemo } from "react";
import type { PageServer } from "../server/page-server.ts";
import { SessionChoices } from "../server/session-choices.ts";
import type { SessionParts } from "../server/session-port.ts";
import { SessionQueue } from "../server/session-queue.ts";

export function useSessionParts({ remote }: PageServer, sessionId: string): SessionParts {
  const parts = useMemo(
    () => ({ queue: new SessionQueue(remote, sessionId), choices: new SessionChoices(remote, sessionId) }),
    [remote, sessionId],
  );
  useEffect(() => () => parts.queue.close(), [parts]);
  return parts;
}
