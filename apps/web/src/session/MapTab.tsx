// The tab Map: the files of the session's folder, and what the agents of this session, or of all sessions there, do to them.
import { Loading, Problem } from "@parley/chat-ui";
import { FolderMap, type MapPort } from "@parley/chat-ui/watch";
import { useMemo, useState } from "react";
import { createMapPort } from "../server/map-port.ts";
import { useServer } from "../server/page-server.ts";
import type { TabProps } from "./tabs.ts";
import { useFolderFiles } from "./use-folder-files.ts";
import { useRecordedSessions, type RecordedScope } from "./use-recorded-sessions.ts";
import { useRecording } from "./use-recording.ts";

export function MapTab({ sessionId }: TabProps) {
  const { remote } = useServer();
  const [scope, setScope] = useState<RecordedScope>("one");
  const sessions = useRecordedSessions(sessionId, scope);
  const playback = useRecording(sessions);
  const { folder, files, isComplete, error } = useFolderFiles(sessionId, playback?.recording);
  const port = useMemo<MapPort | undefined>(
    () => (folder === undefined ? undefined : createMapPort(remote, folder)),
    [remote, folder],
  );
  if (playback === undefined) return <Loading label="Loading the map" />;
  const choice = (
    <select
      aria-label="Sessions on the map"
      value={scope}
      onChange={(event) => setScope(event.target.value as RecordedScope)}
    >
      <option value="one">This session</option>
      <option value="all">All sessions here</option>
    </select>
  );
  return (
    <>
      {error !== undefined && <Problem title="Could not list the files of the folder" message={error} />}
      <FolderMap
        key={sessionId}
        name={lastSegment(folder ?? playback.recording.folder ?? "")}
        playback={playback}
        files={error === undefined ? files : []}
        isComplete={isComplete}
        port={port}
        scope={choice}
      />
    </>
  );
}

function lastSegment(path: string): string {
  return path.split(/[\\/]/).findLast((segment) => segment !== "") ?? path;
}
