// The recording of some sessions, shared by the tabs that show it: it is kept for a while when one tab follows another.
import { useView } from "@parley/chat-ui";
import { Playback } from "@parley/chat-ui/watch";
import { useEffect, useMemo, useState } from "react";
import { RECORDING_KEPT_MS } from "../limits.ts";
import { useServer } from "../server/page-server.ts";
import { SessionRecording, type RecordedSession } from "../server/session-recording.ts";

interface Shared {
  readonly recorded: SessionRecording;
  users: number;
  closing: ReturnType<typeof setTimeout> | undefined;
}

/** By the ids of their sessions. */
const shared = new Map<string, Shared>();

/** Undefined for a moment. */
export function useRecording(sessions: readonly RecordedSession[]): Playback | undefined {
  const { remote, sessions: all } = useServer();
  const key = sessions.map(({ id }) => id).join(" ");
  const [recorded, setRecorded] = useState<SessionRecording>();
  useEffect(() => {
    const entry = shared.get(key) ?? {
      recorded: new SessionRecording(remote, sessions, (id) => (all.get(id)?.status ?? "idle") !== "idle"),
      users: 0,
      closing: undefined,
    };
    shared.set(key, entry);
    clearTimeout(entry.closing);
    entry.users += 1;
    setRecorded(entry.recorded);
    return () => {
      entry.users -= 1;
      if (entry.users > 0) return;
      entry.closing = setTimeout(() => {
        entry.recorded.close();
        shared.delete(key);
      }, RECORDING_KEPT_MS);
    };
    // The sessions are those that the key names.
  }, [remote, all, key]);
  return usePlayback(recorded);
}

function usePlayback(recorded: SessionRecording | undefined): Playback | undefined {
  const recording = useView(recorded ?? NOTHING, (current) => current.recording);
  return useMemo(() => (recording === undefined ? undefined : new Playback(recording, true)), [recording]);
}

const NOTHING = { recording: undefined, subscribe: () => () => undefined } as const;
