// An opened recording: its map, its timeline and its messages.
import { Button } from "@parley/chat-ui";
import { FolderMap, Playback, Timeline, Traffic, type OpenedRecording } from "@parley/chat-ui/watch";
import { useEffect, useId, useMemo, useState } from "react";

export interface RecordingViewsProps {
  readonly opened: OpenedRecording;
  readonly onClose: () => void;
}

const VIEWS = ["Map", "Timeline", "Traffic"] as const;
const NO_FILES = [] as const;

export function RecordingViews({ opened, onClose }: RecordingViewsProps) {
  const { name, kind, recording, items, unread } = opened;
  const [view, setView] = useState<(typeof VIEWS)[number]>("Map");
  const playback = useMemo(() => new Playback(recording, false), [recording]);
  useEffect(() => playback.play(), [playback]);
  const id = useId();
  return (
    <>
      <header className="recording-page-head">
        <h1>{name}</h1>
        <span>
          {kind === "trace" ? `Trace, ${items.length.toLocaleString("en")} messages` : "Exported session"}
          {unread > 0 && `, ${unread.toLocaleString("en")} lines could not be read`}
        </span>
        <div role="tablist" aria-label="Views">
          {VIEWS.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              id={`${id}${one}`}
              aria-selected={one === view}
              aria-controls={`${id}panel`}
              onClick={() => setView(one)}
            >
              {one}
            </button>
          ))}
        </div>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </header>
      <div className="recording-page-view" role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${view}`}>
        {view === "Map" && (
          <FolderMap name={recording.folder ?? name} playback={playback} files={NO_FILES} isComplete />
        )}
        {view === "Timeline" && <Timeline playback={playback} />}
        {view === "Traffic" &&
          (kind === "trace" ? (
            <Traffic items={items} />
          ) : (
            <p className="recording-page-note">
              An exported session does not contain the protocol messages. Open a trace to see them.
            </p>
          ))}
      </div>
    </>
  );
}
