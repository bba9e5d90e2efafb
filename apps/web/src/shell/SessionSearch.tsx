// Search over the titles of sessions and everything said in them.
import { foldCase, revealLine, score } from "@parley/base";
import type { Operations } from "@parley/contract";
import { EmptyState, formatWhen, SessionList, type SessionEntry } from "@parley/chat-ui";
import { Search } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useServer } from "../server/page-server.ts";
import { messageHref, sessionHref } from "../state/routes.ts";
import "./SessionSearch.css";

type Hit = Operations["sessions/search"]["reply"]["hits"][number];

/** What was found, by its name on the wire. */
const FOUND: Readonly<Record<string, string>> = {
  prompt: "Prompt",
  agent_message: "Answer",
  thought: "Thought",
  tool_call: "Tool call",
  note: "Note",
  changes: "Changed files",
};

/** Not for every letter. */
const TYPING_MS = 150;
const HITS_MAX = 50;

interface FieldProps {
  readonly query: string;
  readonly onChange: (query: string) => void;
}

function Field({ query, onChange }: FieldProps) {
  return (
    <label className="session-search-field">
      <Search size={15} aria-hidden="true" />
      <input
        type="search"
        aria-label="Search sessions"
        placeholder="Search sessions"
        value={query}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

interface ResultsProps {
  readonly query: string;
  readonly entries: readonly SessionEntry[];
  readonly currentId: string | undefined;
}

function Results({ query, entries, currentId }: ResultsProps) {
  const hits = useHits(query.trim());
  const named = useMemo(() => findByTitle(query.trim(), entries), [query, entries]);
  if (named.length === 0 && hits?.length === 0) {
    return (
      <EmptyState title="No results">
        <p>All words must appear in one message; try fewer words.</p>
      </EmptyState>
    );
  }
  return (
    <div className="session-search-results">
      {named.length > 0 && <SessionList entries={named} currentId={currentId} hrefOf={sessionHref} />}
      {hits !== undefined && hits.length > 0 && (
        <ul className="session-search-hits" aria-label="Found in messages">
          {hits.map(({ session, seq, at, what, excerpt }) => (
            <li key={`${session.id} ${seq}`}>
              <a href={messageHref(session.id, seq)}>
                <b>{revealLine(session.name)}</b>
                <small>
                  {FOUND[what] ?? "Message"} · {formatWhen(at, Date.now())}
                </small>
                <span>{revealLine(excerpt)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function findByTitle(query: string, entries: readonly SessionEntry[]): readonly SessionEntry[] {
  const words = foldCase(query);
  return entries.filter(
    ({ title, folder, agent }) =>
      foldCase(title).includes(words) ||
      foldCase(agent).includes(words) ||
      (score(query, folder.split(/[\\/]/).at(-1) ?? "") ?? -1) > 0,
  );
}

/** Undefined until the server has answered. */
function useHits(query: string): readonly Hit[] | undefined {
  const { remote } = useServer();
  const [found, setFound] = useState<{ readonly query: string; readonly hits: readonly Hit[] }>();
  useEffect(() => {
    const abort = new AbortController();
    const search = async (): Promise<void> => {
      const options = { signal: abort.signal };
      const reply = await remote
        .request("sessions/search", { q: query, limit: HITS_MAX }, options)
        .catch(() => undefined);
      if (!abort.signal.aborted) setFound({ query, hits: reply?.hits ?? [] });
    };
    const timer = setTimeout(() => void search(), TYPING_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [remote, query]);
  return found?.query === query ? found.hits : undefined;
}

export const SessionSearch = { Field, Results };
