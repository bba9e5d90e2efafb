// Changes the agent of a session: to a mode of our own by switching, to any other by handing over the conversation.
import type { AgentEntry } from "../api/agents.ts";
import type { LinkSessions } from "../links/link-sessions.ts";
import type { SessionAgents } from "../links/session-agents.ts";
import type { LiveSession } from "../live/live-session.ts";

export interface ChangeAgentOptions {
  readonly agents: Pick<SessionAgents, "find">;
  readonly links: LinkSessions;
}

export async function changeAgent(
  session: LiveSession,
  entry: AgentEntry,
  { agents, links }: ChangeAgentOptions,
): Promise<void> {
  const { agent: from } = session.row;
  if (from === entry.name) return;
  const before = await agents.find(session, from);
  session.change({ agent: entry.name });
  // All our modes are one program, which has the conversation.
  if (before?.kind === "mode" && entry.kind === "mode") return;
  await links.close(session);
  session.change({ agentSessionId: undefined });
  if (session.row.lastSeq > 0) session.record({ type: "handed_over", from, to: entry.name });
}
