// The tab Timeline: when what happened in the session, and where its time went.
import { Loading } from "@parley/chat-ui";
import { Timeline } from "@parley/chat-ui/watch";
import type { TabProps } from "./tabs.ts";
import { useRecording } from "./use-recording.ts";
import { useRecordedSessions } from "./use-recorded-sessions.ts";

export function TimelineTab({ sessionId }: TabProps) {
  const playback = useRecording(useRecordedSessions(sessionId, "one"));
  return playback === undefined ? <Loading label="Loading the timeline" /> : <Timeline playback={playback} />;
}
