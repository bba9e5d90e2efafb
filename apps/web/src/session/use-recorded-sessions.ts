// Which sessions a map or timeline is about: one, or the latest ones of its folder.
import { useView } from "@parley/chat-ui";
import { SESSIONS_TOGETHER_MAX } from "@parley/chat-ui/watch";
import { useServer } from "../server/page-server.ts";
import type { RecordedSession } from "../server/session-recording.ts";

export type RecordedScope = "one" | "all";

export function useRecordedSessions(sessionId: string, scope: RecordedScope): readonly RecordedSession[] {
  const { sessions, agents } = useServer();
  const all = useView(sessions, (list) => list.sessions);
  const own = useView(sessions, (list) => list.get(sessionId));
  const others =
    scope === "one" ? [] : all.filter(({ id, working_dir }) => id !== sessionId && working_dir === own?.working_dir);
  const shown = others.slice(0, SESSIONS_TOGETHER_MAX - 1);
  return [{ id: sessionId, agent: own?.agent }, ...shown].map(({ id, agent }) => ({
    id,
    agent: agent === undefined ? "Agent" : agents.titleOf(agent),
  }));
}
