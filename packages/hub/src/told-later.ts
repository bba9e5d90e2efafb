// Informs an agent afterwards: with its next prompt, or by a separate one.
import type { Log } from "@parley/base";
import type { Turns } from "./api/turns.ts";
import type { Rejection } from "./interactions/create-ask.ts";
import type { LiveSession } from "./live/live-session.ts";
import type { LiveSessions } from "./live/live-sessions.ts";
import type { LinkSessions } from "./links/link-sessions.ts";

export interface ToldLater {
  readonly onRejected: (rejection: Rejection) => void;
  readonly onUnsaved: (sessionId: string, text: string) => void;
}

interface ToldLaterOptions {
  readonly live: LiveSessions;
  readonly links: () => LinkSessions;
  readonly turns: () => Pick<Turns, "start" | "changeQueued">;
  readonly log: Log;
}

export function createToldLater({ live, links, turns, log }: ToldLaterOptions): ToldLater {
  const tell = (session: LiveSession, text: string): void => {
    links()
      .context.addPending(session, text)
      .catch((cause: unknown) => {
        log.write("warn", "The agent was not told what happened", { sessionId: session.id, text, cause });
      });
  };
  /** Before all queued prompts, because it is about what the agent is doing now. */
  const promptNext = async ({ sessionId, why, actor }: Rejection): Promise<void> => {
    const { id } = await turns().start({ sessionId, prompt: [{ type: "text", text: why }], actor });
    // It may have already begun, which is fine.
    await turns()
      .changeQueued(id, { place: 0 })
      .catch(() => undefined);
  };
  return {
    onRejected: (rejection) => {
      const { sessionId, what, why } = rejection;
      const session = live.find(sessionId);
      // Our own agent gets it as the result of its call.
      if (session === undefined || session.link?.kind === "mode") return;
      tell(session, `The user rejected "${what}".`);
      // The queue is full, or the server is stopping.
      promptNext(rejection).catch(() => tell(session, `The user said: ${why}`));
    },
    onUnsaved: (id, text) => {
      const session = live.find(id);
      if (session !== undefined) tell(session, text);
    },
  };
}
