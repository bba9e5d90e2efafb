// One agent: what it is, how it is, what can be done with it, and what is behind it when opened.
import { revealLine } from "@parley/base";
import { Badge, Button, Card, CopyLine } from "@parley/chat-ui";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { JobProgress } from "./JobProgress.tsx";
import { ProgramActions } from "./ProgramActions.tsx";
import { ProgramDetails } from "./ProgramDetails.tsx";
import { badgesOf, type Job, type Program } from "./programs.ts";
import "./ProgramCard.css";

export interface ProgramCardProps {
  readonly program: Program;
  /** The latest installation or sign-in. */
  readonly job: Job | undefined;
  readonly onChange: () => void;
}

export function ProgramCard({ program, job, onChange }: ProgramCardProps) {
  const [isOpen, setOpen] = useState(false);
  const { name, title, description, state, message } = program;
  const isHere = state !== "available" && state !== "missing";
  return (
    <Card label={revealLine(title)}>
      <div className="program-card-head">
        <h3 className="program-card-title">{revealLine(title)}</h3>
        <code className="program-card-name">{revealLine(name)}</code>
        <Version program={program} />
        {badgesOf(program).map(({ tone, text }) => (
          <Badge key={text} tone={tone}>
            {text}
          </Badge>
        ))}
        <ProgramActions program={program} isBusy={job?.state === "running"} onChange={onChange} />
      </div>
      {description !== undefined && <p className="program-card-about">{revealLine(description)}</p>}
      {message !== undefined && <p className="program-card-about">{revealLine(message)}</p>}
      {program.remedy !== undefined && state !== "available" && <Remedy remedy={program.remedy} />}
      {job !== undefined && isWorthShowing(job) && <JobProgress key={job.id} id={job.id} agent={revealLine(title)} />}
      {isHere && (
        <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="program-card-more">
          {isOpen ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}
          Sessions, sign-in, log and traffic
        </Button>
      )}
      {isOpen && <ProgramDetails program={program} onChange={onChange} />}
    </Card>
  );
}

const SHOWN_MS = 10 * 60 * 1_000;

/** What is under way, and what ended a short time ago. */
function isWorthShowing({ ended_at: endedAt }: Job): boolean {
  return endedAt === undefined || Date.now() - Date.parse(endedAt) < SHOWN_MS;
}

function Version({ program: { version, installed_version: installed, path } }: Pick<ProgramCardProps, "program">) {
  const shown = version ?? installed;
  if (shown === undefined) return null;
  return (
    <span className="program-card-version" title={path === undefined ? "" : revealLine(path)}>
      {revealLine(shown)}
    </span>
  );
}

function Remedy({ remedy: { label, command, url } }: { readonly remedy: NonNullable<Program["remedy"]> }) {
  return (
    <div className="program-card-remedy">
      {command !== undefined && <CopyLine label={revealLine(label)} text={revealLine(command)} />}
      {url !== undefined && /^https?:/.test(url) && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {revealLine(label)}: {revealLine(url)}
        </a>
      )}
    </div>
  );
}
