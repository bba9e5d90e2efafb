// Rewinds a session to before one of its prompts, with the files, or undoes the last rewind.
import { plural, revealLine } from "@parley/base";
import type { Operations } from "@parley/contract";
import { Loading, Problem } from "@parley/chat-ui";
import { useEffect, useState } from "react";
import { useServer } from "../../server/page-server.ts";
import { notices, reasonOf } from "../../state/notices.ts";
import { DialogForm } from "./DialogForm.tsx";
import "./RewindSession.css";

type Points = Operations["sessions/rewindPoints"]["reply"];

export interface RewindSessionProps {
  readonly sessionId: string;
  /** The prompt to begin with, by its number in the log. */
  readonly promptSeq: number | undefined;
}

const UNDO = "undo";

export function RewindSession({ sessionId, promptSeq }: RewindSessionProps) {
  const { remote } = useServer();
  const [points, setPoints] = useState<Points>();
  const [turn, setTurn] = useState("");
  const [keepsFiles, setKeepsFiles] = useState(false);
  const [force, setForce] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const load = async (): Promise<void> => {
      const reply = await remote.request("sessions/rewindPoints", { id: sessionId });
      const first = reply.points.find(({ seq }) => seq === promptSeq) ?? reply.points.at(-1);
      setTurn(first === undefined ? (reply.undoable === undefined ? "" : UNDO) : String(first.turn));
      setPoints(reply);
    };
    load().catch((cause: unknown) => setProblem(reasonOf(cause)));
  }, [remote, sessionId, promptSeq]);
  const rewind = async (): Promise<void> => {
    const how = turn === UNDO ? { undo: true } : { turn, ...(keepsFiles && { keep_files: true }) };
    const { files, left } = await remote.request("sessions/rewind", {
      id: sessionId,
      ...how,
      ...(force && { force: true }),
    });
    notices.show(`${turn === UNDO ? "Rewind undone" : "Rewound"}; ${plural(files.length, "file")} restored.`);
    const [first] = left;
    if (first !== undefined) notices.show(`${plural(left.length, "file")} left as is. ${first.message}`, "bad");
  };
  return (
    <DialogForm
      label="Rewind the session"
      action={turn === UNDO ? "Undo the last rewind" : "Rewind"}
      isReady={turn !== ""}
      onSubmit={rewind}
    >
      <p>Go back to before a prompt: files are restored, and later messages are removed from the conversation.</p>
      {points === undefined && problem === undefined && <Loading label="Loading prompts" />}
      {problem !== undefined && <Problem title="Could not load the prompts" message={problem} />}
      <fieldset className="rewind-session-points" aria-label="Prompt">
        {points?.undoable !== undefined && (
          <Point value={UNDO} turn={turn} onChange={setTurn} text="Undo the last rewind" hint="" />
        )}
        {points?.points.toReversed().map((point) => (
          <Point
            key={point.seq}
            value={String(point.turn)}
            turn={turn}
            onChange={setTurn}
            text={`Before: ${revealLine(point.text)}`}
            hint={plural(point.files, "file")}
          />
        ))}
      </fieldset>
      <label className="dialog-form-check">
        <input type="checkbox" checked={keepsFiles} onChange={({ target }) => setKeepsFiles(target.checked)} />
        Leave the files as they are
      </label>
      <label className="dialog-form-check">
        <input type="checkbox" checked={force} onChange={({ target }) => setForce(target.checked)} />
        Overwrite files that were changed since
      </label>
    </DialogForm>
  );
}

interface PointProps {
  readonly value: string;
  readonly turn: string;
  readonly onChange: (turn: string) => void;
  readonly text: string;
  readonly hint: string;
}

function Point({ value, turn, onChange, text, hint }: PointProps) {
  return (
    <label className="rewind-session-point">
      <input type="radio" name="turn" value={value} checked={turn === value} onChange={() => onChange(value)} />
      <span className="rewind-session-text">{text}</span>
      <span className="rewind-session-hint">{hint}</span>
    </label>
  );
}
