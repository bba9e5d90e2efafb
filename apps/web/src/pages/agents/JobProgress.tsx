// An installation or a sign-in: what it does, how far it is, how it ended, and how to stop it.
import { formatBytes, revealLine } from "@parley/base";
import { Badge, Button, CopyLine, type Tone } from "@parley/chat-ui";
import { useServer } from "../../server/page-server.ts";
import { useAction } from "../../server/use-action.ts";
import { LinkedText } from "../LinkedText.tsx";
import { titleOfJob, type Job } from "./programs.ts";
import { useJob } from "./use-job.ts";
import "./JobProgress.css";

const TONES: Readonly<Record<Job["state"], Tone>> = {
  running: "busy",
  completed: "good",
  failed: "bad",
  cancelled: "plain",
};

export function JobProgress({ id, agent }: { readonly id: string; readonly agent: string }) {
  const { remote } = useServer();
  const { job, error } = useJob(id);
  const cancel = useAction();
  if (job === undefined) return error === undefined ? null : <p role="alert">{error}</p>;
  const isRunning = job.state === "running";
  return (
    <div className="job-progress" role="group" aria-label={`${titleOfJob(job)}: ${agent}`}>
      <div className="job-progress-head">
        <span role="status">
          <Badge tone={TONES[job.state]}>{titleOfJob(job)}</Badge>
        </span>
        {job.result !== undefined && <span>Version {revealLine(job.result.version)}</span>}
        {isRunning && (
          <Button
            disabled={cancel.isRunning}
            onClick={() => cancel.run(() => remote.request("agents/cancelJob", { id }))}
          >
            Cancel
          </Button>
        )}
      </div>
      {isRunning && <Download steps={job.steps} />}
      <JobSteps steps={job.steps} />
      {job.error !== undefined && <p className="job-progress-error">{revealLine(job.error.message)}</p>}
      {job.error?.remedy?.command !== undefined && (
        <CopyLine label={job.error.remedy.label} text={job.error.remedy.command} />
      )}
      {job.result?.notes.map((note) => (
        <p key={note}>{revealLine(note)}</p>
      ))}
      {cancel.error !== undefined && <p role="alert">{cancel.error}</p>}
    </div>
  );
}

type Steps = Job["steps"];

function JobSteps({ steps }: { readonly steps: Steps }) {
  const lines = steps.filter(({ text }) => text !== undefined && text.trim() !== "");
  if (lines.length === 0) return null;
  return (
    <ol className="job-progress-steps" tabIndex={0} aria-label="Steps">
      {lines.map(({ number, text = "" }) => (
        <li key={number}>
          <LinkedText text={text} />
        </li>
      ))}
    </ol>
  );
}

function Download({ steps }: { readonly steps: Steps }) {
  const last = steps.findLast(({ type }) => type === "download");
  if (last?.received_bytes === undefined) return null;
  const { received_bytes: received, total_bytes: total } = last;
  return (
    <label className="job-progress-download">
      <span>
        {formatBytes(received)}
        {total !== undefined && ` of ${formatBytes(total)}`}
      </span>
      <progress {...(total !== undefined && { value: received, max: total })} aria-label="Download" />
    </label>
  );
}
