// The history of one file: which turns touched it here, and which turns of any session changed it.
import { toMessage } from "../parts/to-message.ts";
import { revealLine } from "@parley/base";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../parts/Button.tsx";
import { formatClock } from "../recording/format-time.ts";
import type { Playback } from "../recording/playback.ts";
import type { MapPort, TurnOfFile } from "./map-port.ts";
import { touchesOf } from "./touches-of-file.ts";
import { WORDS } from "./words.ts";
import "./FileHistory.css";

export interface FileHistoryProps {
  readonly path: string;
  readonly playback: Playback;
  readonly port: MapPort | undefined;
  readonly onClose: () => void;
}

export function FileHistory({ path, playback, port, onClose }: FileHistoryProps) {
  const here = touchesOf(playback.recording, path, playback.now());
  return (
    <section className="file-history" aria-label={WORDS.history(revealLine(path))}>
      <header>
        <b>{revealLine(path)}</b>
        <Button look="quiet" aria-label={WORDS.close} onClick={onClose}>
          <X size={14} aria-hidden="true" />
        </Button>
      </header>
      <ul>
        {here.map(({ agent, turn, reads, writes, lastMs }) => (
          <li key={`${agent} ${turn}`}>
            <span>
              {turn === undefined ? "Before the first turn" : `Turn ${turn}`} · {revealLine(agent)}
            </span>
            <span>
              {[reads > 0 ? `${reads} × read` : "", writes > 0 ? `${writes} × written` : ""].filter(Boolean).join(", ")}
            </span>
            <time>{formatClock(lastMs)}</time>
          </li>
        ))}
        {here.length === 0 && <li>{WORDS.never}</li>}
      </ul>
      {port !== undefined && <ChangedBy key={path} path={path} port={port} />}
    </section>
  );
}

type Loaded = { readonly turns: readonly TurnOfFile[] } | { readonly error: string } | undefined;

function ChangedBy({ path, port }: { readonly path: string; readonly port: MapPort }) {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let isGone = false;
    port.history(path).then(
      (turns) => isGone || setLoaded({ turns }),
      (error: unknown) => isGone || setLoaded({ error: toMessage(error) }),
    );
    return () => {
      isGone = true;
    };
  }, [path, port]);
  if (loaded === undefined) return <p>Loading the turns that changed it…</p>;
  if ("error" in loaded) return <p role="alert">{loaded.error}</p>;
  if (loaded.turns.length === 0) return <p>No turn has changed this file.</p>;
  return (
    <>
      <h4>Changed by</h4>
      <ul>
        {loaded.turns.map((turn) => (
          <li key={`${turn.sessionId} ${turn.turn}`}>
            <span>
              <a href={`#/sessions/${encodeURIComponent(turn.sessionId)}`}>{revealLine(turn.sessionName)}</a> · turn{" "}
              {turn.turn}, {turn.change}
              {turn.isUnasked && <em> {WORDS.unasked}</em>}
              {turn.isUndone && " (undone)"}
            </span>
            <q>{revealLine(turn.prompt)}</q>
            <time>{formatClock(turn.atMs)}</time>
          </li>
        ))}
      </ul>
    </>
  );
}
