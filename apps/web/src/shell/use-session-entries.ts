// The sessions of the server as entries of the list.
import type { NativeSession } from "@parley/contract";
import { plural } from "@parley/base";
import { useView, type SessionEntry } from "@parley/chat-ui";
import { sessionStatusOf } from "@parley/surface";
import { useMemo } from "react";
import { useServer } from "../server/page-server.ts";
import { readMarks } from "../state/read-marks.ts";

export function useSessionEntries(): readonly SessionEntry[] {
  const { sessions, agents } = useServer();
  const all = useView(sessions, (list) => list.sessions);
  const known = useView(agents, (list) => list.agents);
  const marks = useView(readMarks, ({ value }) => value);
  return useMemo(
    () => all.map((session) => toEntry(session, agents.titleOf(session.agent))),
    // What was read and how agents are called is looked up again whenever these change.
    [all, known, marks, agents],
  );
}

function toEntry(session: NativeSession, agent: string): SessionEntry {
  return {
    id: session.id,
    title: session.name,
    agent,
    folder: session.working_dir,
    status: sessionStatusOf(session, readMarks.value),
    line: session.last_line ?? (session.turns === 0 ? "no prompt yet" : plural(session.turns, "turn")),
    updatedAtMs: Date.parse(session.updated_at),
  };
}
