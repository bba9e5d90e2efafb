// Agents that could be installed: those of the registry once it was downloaded, and those that Parley knows how to get.
import { Button, EmptyState, Section } from "@parley/chat-ui";
import { useState } from "react";
import { useReply } from "../../server/use-reply.ts";
import { LoadedContent } from "../LoadedContent.tsx";
import { TextField } from "../TextField.tsx";
import { ProgramCard } from "./ProgramCard.tsx";
import { groupPrograms, type Job, type Program } from "./programs.ts";

export interface RegistrySectionProps {
  readonly missing: readonly Program[];
  readonly jobs: ReadonlyMap<string, Job>;
  readonly onChange: () => void;
}

const ABOUT = "The registry is downloaded only when you ask for it. Parley also knows how to install the agents below.";
/** A registry is a file on the net. */
const TIMEOUT_MS = 60_000;

export function RegistrySection({ missing, jobs, onChange }: RegistrySectionProps) {
  const [isAsked, setAsked] = useState(false);
  const [filter, setFilter] = useState("");
  const reply = useReply("agents/catalogue", isAsked ? { registry: true } : undefined, { timeoutMs: TIMEOUT_MS });
  const change = (): void => {
    onChange();
    reply.reload();
  };
  const show = (programs: readonly Program[]) => (
    <ProgramCards programs={programs} jobs={jobs} filter={filter} onChange={change} />
  );
  return (
    <Section
      title="Available"
      about={isAsked ? undefined : ABOUT}
      actions={
        <Button onClick={() => (isAsked ? reply.reload() : setAsked(true))}>
          {isAsked ? "Refresh the registry" : "Browse the registry"}
        </Button>
      }
    >
      <TextField label="Filter" value={filter} onChange={setFilter} />
      {isAsked ? (
        <LoadedContent reply={reply} what="the registry" slow="The registry is being downloaded.">
          {({ programs }) => {
            const { available, missing: known } = groupPrograms(programs);
            return show([...available, ...known]);
          }}
        </LoadedContent>
      ) : (
        show(missing)
      )}
    </Section>
  );
}

interface ProgramCardsProps {
  readonly programs: readonly Program[];
  readonly jobs: ReadonlyMap<string, Job>;
  readonly filter: string;
  readonly onChange: () => void;
}

function ProgramCards({ programs, jobs, filter, onChange }: ProgramCardsProps) {
  const wanted = filter.trim().toLowerCase();
  const shown = programs.filter(({ name, title, description = "" }) =>
    `${name} ${title} ${description}`.toLowerCase().includes(wanted),
  );
  if (shown.length === 0) {
    return (
      <EmptyState title={wanted === "" ? "Nothing more to install" : `No agent matches “${filter.trim()}”`}>
        {wanted === "" ? "Browse the registry for more." : "Try a shorter filter."}
      </EmptyState>
    );
  }
  return (
    <div className="registry-cards">
      {shown.map((program) => (
        <ProgramCard key={program.name} program={program} job={jobs.get(program.name)} onChange={onChange} />
      ))}
    </div>
  );
}
