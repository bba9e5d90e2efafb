// The page Recording: a trace file or an exported session, played in the map, the timeline and the traffic. Nothing is uploaded.
import { Button, useView, toMessage } from "@parley/chat-ui";
import { openRecording, type OpenedRecording } from "@parley/chat-ui/watch";
import { useEffect, useId, useState, type DragEvent } from "react";
import { useReply } from "../../server/use-reply.ts";
import { invokedAs } from "../invoked-as.ts";
import { droppedFile } from "./dropped-file.ts";
import { RecordingViews } from "./RecordingViews.tsx";
import "./RecordingPage.css";

type Shown = { readonly opened: OpenedRecording } | { readonly error: string } | "reading" | undefined;

export function RecordingPage() {
  const file = useView(droppedFile, (dropped) => dropped.file);
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    if (file === undefined) return undefined;
    let isGone = false;
    setShown("reading");
    openRecording(file).then(
      (opened) => isGone || setShown({ opened }),
      (error: unknown) => isGone || setShown({ error: toMessage(error) }),
    );
    return () => {
      isGone = true;
    };
  }, [file]);
  const isOpened = shown !== undefined && shown !== "reading" && "opened" in shown;
  return (
    <main className="recording-page" data-region="Recording" tabIndex={-1} onDrop={onDrop}>
      {isOpened ? (
        <RecordingViews key={shown.opened.name} opened={shown.opened} onClose={() => setShown(undefined)} />
      ) : (
        <Chooser
          isReading={shown === "reading"}
          error={shown === undefined || shown === "reading" ? undefined : shown.error}
        />
      )}
    </main>
  );
}

const COMMANDS = "parley proxy --record trace.ndjson -- AGENT\nparley sessions export ID > session.ndjson";

function Chooser({ isReading, error }: { readonly isReading: boolean; readonly error: string | undefined }) {
  const id = useId();
  const server = useReply("server/get", {});
  return (
    <div className="recording-page-chooser">
      <h1>Recording</h1>
      <p>
        Drop a trace or an exported session here to play it in the map and the timeline. It is read in your browser;
        nothing is uploaded.
      </p>
      <p>
        <Button onClick={() => document.getElementById(id)?.click()}>Open a file…</Button>
        <input
          id={id}
          type="file"
          hidden
          aria-label="Recording"
          onChange={(event) => {
            droppedFile.set(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </p>
      <p role="status">{isReading ? "Reading the file…" : ""}</p>
      {error !== undefined && <p role="alert">{error}</p>}
      <pre>{invokedAs(server.value?.command, COMMANDS)}</pre>
    </div>
  );
}

/** Here every file is meant, whatever its name is. */
function onDrop(event: DragEvent): void {
  const [file] = event.dataTransfer.files;
  if (file === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  droppedFile.set(file);
}
