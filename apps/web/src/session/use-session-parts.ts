// What is kept up to date for the composer of one session, as long as the session is shown.
import { useEffect, useMemo } from "react";
import type { PageServer } from "../server/page-server.ts";
import { handOver, SessionChoices, SessionQueue, type SessionParts } from "@parley/surface";
import { dialogs } from "../state/dialogs.ts";

export function useSessionParts(server: PageServer, sessionId: string): SessionParts {
  const parts = useMemo(
    () => ({
      queue: new SessionQueue(server.remote, sessionId, "web"),
      choices: new SessionChoices(server.remote, sessionId),
      handOver: (agent: string) => handOverOrAsk(server, sessionId, agent),
    }),
    [server, sessionId],
  );
  useEffect(() => () => parts.queue.close(), [parts]);
  return parts;
}

/** A turn that runs would be cancelled: the person decides that in a dialog. */
async function handOverOrAsk({ remote, sessions }: PageServer, sessionId: string, agent: string): Promise<void> {
  const isIdle = (sessions.get(sessionId)?.status ?? "idle") === "idle";
  if (isIdle) await handOver(remote, sessionId, agent);
  else dialogs.open({ name: "handover", sessionId, agent });
}
