// What happens right now, over all sessions: turns that wait for a person, that run, and that wait for another turn.
import { EmptyState, Loading, Page, Problem, Section, useView } from "@parley/chat-ui";
import type { NativeTurn } from "@parley/contract";
import { useEffect, useState } from "react";
import { useServer } from "../../server/page-server.ts";
import { EndedTurns } from "./EndedTurns.tsx";
import { OpenTurns } from "./open-turns.ts";
import { TurnRow } from "./TurnRow.tsx";

const ABOUT = "What agents are doing right now, in all sessions.";

export function ActivityPage() {
  const { remote } = useServer();
  const [open, setOpen] = useState<OpenTurns>();
  useEffect(() => {
    const next = new OpenTurns(remote);
    setOpen(next);
    return () => next.close();
  }, [remote]);
  return (
    <Page title="Activity" about={ABOUT}>
      {open !== undefined && <Turns open={open} />}
      <EndedTurns />
    </Page>
  );
}

interface Group {
  readonly title: string;
  readonly states: readonly NativeTurn["state"][];
}

const GROUPS: readonly Group[] = [
  { title: "Needs you", states: ["awaiting"] },
  { title: "Running", states: ["in_progress", "cancelling"] },
  { title: "Queued", states: ["created"] },
];

function Turns({ open }: { readonly open: OpenTurns }) {
  const turns = useView(open, (all) => all.turns);
  const isLoaded = useView(open, (all) => all.isLoaded);
  const error = useView(open, (all) => all.error);
  if (error !== undefined)
    return <Problem title="Could not load the turns" message={error} onRetry={() => open.reload()} />;
  if (!isLoaded) return <Loading label="Loading turns" />;
  if (turns.length === 0) {
    return (
      <Section title="Running" count={0}>
        <EmptyState title="Nothing is running">
          <p>
            Prompts appear here while they run, whether they were sent from this page, a terminal, an editor or the API.
          </p>
        </EmptyState>
      </Section>
    );
  }
  return GROUPS.map(({ title, states }) => {
    const own = turns.filter(({ state }) => states.includes(state));
    if (own.length === 0) return null;
    return (
      <Section key={title} title={title} count={own.length}>
        <ul className="activity-turns">
          {own.map((turn) => (
            <TurnRow key={turn.id} turn={turn} />
          ))}
        </ul>
      </Section>
    );
  });
}
