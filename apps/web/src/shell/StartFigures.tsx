// How many sessions need the person, run, failed or have news. Each figure leads to the latest of them.
import type { SessionEntry } from "@parley/chat-ui";
import { sessionHref } from "../state/routes.ts";
import { useSessionEntries } from "./use-session-entries.ts";
import "./StartFigures.css";

const FIGURES: readonly (readonly [SessionEntry["status"], string])[] = [
  ["needs_you", "waiting for you"],
  ["running", "running"],
  ["failed", "failed"],
  ["unread", "done, unread"],
  ["idle", "idle"],
];

export function StartFigures() {
  const entries = useSessionEntries();
  return (
    <ul className="start-figures" aria-label="Sessions by state">
      {FIGURES.map(([status, words]) => (
        <StartFigure key={status} status={status} words={words} entries={entries} />
      ))}
    </ul>
  );
}

interface StartFigureProps {
  readonly status: SessionEntry["status"];
  readonly words: string;
  readonly entries: readonly SessionEntry[];
}

function StartFigure({ status, words, entries }: StartFigureProps) {
  const inState = entries.filter((entry) => entry.status === status);
  const [latest] = inState;
  if (latest === undefined) return null;
  return (
    <li>
      <a className="start-figure" href={sessionHref(latest.id)} data-status={status}>
        <b>{inState.length}</b> <span>{words}</span>
      </a>
    </li>
  );
}
