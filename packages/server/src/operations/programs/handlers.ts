// The programs behind agents: the sessions that an agent keeps itself.
import type { Reply } from "@parley/contract";
import type { ProgramSession } from "@parley/hub";
import { defineHandlers } from "../handler.ts";
import { toNativeSession } from "../sessions/translate.ts";

export const programHandlers = defineHandlers({
  "agents/sessions": async ({ name, cwd }, { hub }) => ({
    sessions: (await hub.programs.sessions(name, { cwd })).map(toNativeProgramSession),
  }),
  "agents/openSession": async ({ name, agent_session_id: agentSessionId, working_dir: cwd }, { hub, baseUrl }) =>
    toNativeSession(await hub.programs.openSession(name, { agentSessionId, cwd }), baseUrl()),
});

function toNativeProgramSession(session: ProgramSession): Reply<"agents/sessions">["sessions"][number] {
  const { agentSessionId, cwd, title, updatedAt, sessionId } = session;
  return {
    agent_session_id: agentSessionId,
    working_dir: cwd,
    ...(title !== undefined && { title }),
    ...(updatedAt !== undefined && { updated_at: updatedAt }),
    ...(sessionId !== undefined && { session_id: sessionId }),
  };
}
