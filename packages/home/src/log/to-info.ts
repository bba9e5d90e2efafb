// What a list shows of a session. Separate from the record, so that listing does not load the code that makes titles.
import type { SessionRecord } from "./session-record.ts";
import type { SessionInfo } from "./session-store.ts";

const NO_TITLE = "New Session";

export function toInfo(record: SessionRecord): SessionInfo {
  const { id, agent, agentSessionId, cwd, name, createdAtMs, updatedAtMs, turns, forkedFrom } = record;
  const title = name ?? record.agentTitle ?? record.promptTitle ?? NO_TITLE;
  return { id, agent, agentSessionId, cwd, title, name, createdAtMs, updatedAtMs, turns, forkedFrom };
}
