// The hub's sessions as the client wants a store: it makes, opens and appends; everything else is the hub's own.
import type { SessionStore } from "@parley/home/session-log";
import type { LiveSessions } from "../live/live-sessions.ts";

export function createClientStore(sessions: LiveSessions): SessionStore {
  return {
    // The session is there already: the client gives it an agent.
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
    // Nobody looks at the client's own transcript here, so that a long log need not be read to go on with it.
    read: (id) => sessions.get(id).then(() => ({ ...nothing(id), events: none() })),
    list: () => Promise.resolve([]),
    find: () => Promise.resolve(undefined),
    search: () => none(),
    // An agent's session that could not be begun: ours stays.
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
