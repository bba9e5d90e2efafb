// The agents of the server: installed, available and built in, each with what can be done about it.
import { Button, EmptyState, Page, Section } from "@parley/chat-ui";
import type { NativeAgent } from "@parley/contract";
import { useState } from "react";
import { useEvents } from "../../server/use-events.ts";
import { useReply } from "../../server/use-reply.ts";
import { LoadedContent } from "../LoadedContent.tsx";
import { AddAgent } from "./AddAgent.tsx";
import { EntryRow } from "./EntryRow.tsx";
import { ProgramCard } from "./ProgramCard.tsx";
import { groupPrograms, latestJobs, type Job, type Program } from "./programs.ts";
import { RegistrySection } from "./RegistrySection.tsx";

const ABOUT =
  "Agents you can use: programs that speak the Agent Client Protocol, Parley's built-in agents, and remote agents.";

export function AgentsPage() {
  const catalogue = useReply("agents/catalogue", {});
  const jobs = useReply("agents/jobs", {});
  const [isAdding, setAdding] = useState(false);
  const reload = (): void => {
    catalogue.reload();
    jobs.reload();
  };
  useEvents(["agent", "job"], reload);
  const byAgent = latestJobs(jobs.value?.jobs ?? []);
  return (
    <Page title="Agents" about={ABOUT} actions={<Button onClick={() => setAdding(!isAdding)}>Add an agent…</Button>}>
      {isAdding && (
        <AddAgent
          onAdded={() => {
            setAdding(false);
            reload();
          }}
          onClose={() => setAdding(false)}
        />
      )}
      <LoadedContent reply={catalogue} what="agents">
        {({ programs }) => <Programs programs={programs} jobs={byAgent} onChange={reload} />}
      </LoadedContent>
    </Page>
  );
}

interface ProgramsProps {
  readonly programs: readonly Program[];
  readonly jobs: ReadonlyMap<string, Job>;
  readonly onChange: () => void;
}

function Programs({ programs, jobs, onChange }: ProgramsProps) {
  const { installed, missing } = groupPrograms(programs);
  return (
    <>
      <Section title="On this machine" count={installed.length}>
        {installed.length === 0 ? (
          <EmptyState title="No agents installed">Install one from the registry, or add a program.</EmptyState>
        ) : (
          installed.map((program) => (
            <ProgramCard key={program.name} program={program} job={jobs.get(program.name)} onChange={onChange} />
          ))
        )}
      </Section>
      <Entries programs={programs} />
      <RegistrySection missing={missing} jobs={jobs} onChange={onChange} />
    </>
  );
}

function Entries({ programs }: Pick<ProgramsProps, "programs">) {
  const reply = useReply("entries/list", { all: true });
  useEvents(["agent"], reply.reload);
  const known = new Set(programs.map(({ name }) => name));
  return (
    <LoadedContent reply={reply} what="built-in agents">
      {({ entries }) => {
        const remote = entries.filter(({ kind }) => kind === "a2a");
        const own = entries.filter(({ kind, name }) => kind === "mode" || (kind === "acp" && !known.has(name)));
        return (
          <>
            <EntryList title="Built in" entries={own} onChange={reply.reload} />
            <EntryList title="Remote" entries={remote} onChange={reply.reload} />
          </>
        );
      }}
    </LoadedContent>
  );
}

interface EntryListProps {
  readonly title: string;
  readonly entries: readonly NativeAgent[];
  readonly onChange: () => void;
}

function EntryList({ title, entries, onChange }: EntryListProps) {
  if (entries.length === 0) return null;
  return (
    <Section title={title} count={entries.length}>
      <ul className="agents-entries">
        {entries.map((entry) => (
          <EntryRow key={entry.name} entry={entry} onChange={onChange} />
        ))}
      </ul>
    </Section>
  );
}
