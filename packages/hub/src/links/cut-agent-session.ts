// Cuts the session that our own agent has: a copy of it as it was before a prompt, for a rewind.
import { isObject, type Log } from "@parley/base";
import type { LiveSession } from "../live/live-session.ts";
import type { LinkSessions } from "./link-sessions.ts";
import type { SessionAgents } from "./session-agents.ts";

export interface CutOptions {
  readonly sessionAgents: Pick<SessionAgents, "find">;
  readonly links: Pick<LinkSessions, "open">;
  readonly log: Log;
}

/** The id of the copy. Undefined: the agent cannot, so it gets a new session with the text of what counts. */
export async function cutAgentSession(
  session: LiveSession,
  promptSeq: number,
  { sessionAgents, links, log }: CutOptions,
): Promise<string | undefined> {
  const entry = await sessionAgents.find(session, session.row.agent);
  if (session.row.agentSessionId === undefined || entry?.kind !== "mode") return undefined;
  try {
    const link = await links.open(session, entry);
    const answer = await link.callExtension?.("_parley/session/cut", { before: promptSeq });
    const id = isObject(answer) ? answer["sessionId"] : undefined;
    return typeof id === "string" && id !== "" ? id : undefined;
  } catch (cause) {
    log.write("warn", "The agent could not cut its session, so it gets a new one", { sessionId: session.id, cause });
    return undefined;
  }
}
