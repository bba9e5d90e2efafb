// The hub's sessions as a store for the client, which creates, opens and appends; the hub does everything else.
import type { SessionStore } from "@parley/home/session-log";
import type { LiveSessions } from "../live/live-sessions.ts";

export function createClientStore(sessions: LiveSessions): SessionStore {
  return {
    // The session exists already; the client adds its agent's session.
    create: async ({ id, agentSessionId }) => {
      const session = await sessions.get(id);
      session.change({ agentSessionId });
      return session.openLog();
    },
    open: async (id) => {
      const session = await sessions.get(id);
      const { agent, agentSessionId, cwd, title, createdAtMs, updatedAtMs, turns, forkedFrom } = session.row;
      const info = {
        id,
        agent: { name: agent },
        agentSessionId,
        cwd,
        title,
        createdAtMs,
        updatedAtMs,
        turns,
        forkedFrom,
      };
      return { log: session.openLog(), info };
    },
    // The hub does not show the client's transcript, so a long log need not be read to resume the session.
    read: (id) => sessions.get(id).then(() => ({ ...nothing(id), events: none() })),
    list: () => Promise.resolve([]),
    find: () => Promise.resolve(undefined),
    search: () => none(),
    // The agent's session could not be created; ours stays.
    delete: () => Promise.resolve(),
  };
}

function nothing(id: string): Awaited<ReturnType<SessionStore["read"]>> {
  const info = { id, agent: { name: "" }, cwd: "", title: "", createdAtMs: 0, updatedAtMs: 0, turns: 0 };
  return { info, events: none(), damage: [] };
}

async function* none(): AsyncGenerator<never, void, undefined> {
  // Nothing.
}
