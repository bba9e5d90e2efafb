// Runs jobs, which take longer than a request, and keeps the latest jobs, each with its latest steps.
import { createId, ParleyError, within, type Clock } from "@parley/base";
import { redact } from "@parley/policy";
import { RpcError } from "@parley/rpc";
import type { AgentJob, AgentJobKind, AgentJobProgress, AgentJobReport, AgentJobs } from "../api/agent-jobs.ts";
import {
  JOB_DOWNLOAD_MS,
  JOB_MS_MAX,
  JOB_STEPS_MAX,
  JOB_TEXT_CHARS_MAX,
  JOB_WAIT_MS_MAX,
  JOBS_KEPT_MAX,
  JOBS_RUNNING_MAX,
} from "../limits.ts";

export interface JobWork {
  readonly signal: AbortSignal;
  readonly report: AgentJobReport;
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

interface Entry {
  readonly job: Mutable<AgentJob>;
  readonly abort: AbortController;
  steps: AgentJob["steps"][number][];
  count: number;
  ended: Promise<void>;
  /** Resolves at the next step, or at the end. */
  changed: PromiseWithResolvers;
}

interface PromiseWithResolvers {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

export class Jobs implements AgentJobs {
  readonly #clock: Clock;
  readonly #onChange: (job: AgentJob) => void;
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock, onChange: (job: AgentJob) => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  list(): readonly AgentJob[] {
    return [...this.#entries.values()].map(({ job }) => ({ ...job, steps: [] })).toReversed();
  }

  async get(
    id: string,
    { after = 0, waitMs = 0 }: { readonly after?: number | undefined; readonly waitMs?: number | undefined } = {},
  ): Promise<AgentJob> {
    const entry = this.#find(id);
    if (entry.job.state === "running" && entry.count <= after && waitMs > 0) {
      await within(entry.changed.promise, Math.min(waitMs, JOB_WAIT_MS_MAX));
    }
    return show(entry, after);
  }

  async cancel(id: string): Promise<AgentJob> {
    const entry = this.#find(id);
    entry.abort.abort(new ParleyError({ code: "request_cancelled", message: "Cancelled" }));
    await entry.ended;
    return show(entry, 0);
  }

  /** Rejects with `agent_busy` while the agent has another one, or with `limit_reached`. */
  start(kind: AgentJobKind, agent: string, run: (work: JobWork) => Promise<AgentJob["result"]>): AgentJob {
    const running = [...this.#entries.values()].filter(({ job }) => job.state === "running");
    const other = running.find(({ job }) => job.agent === agent);
    if (other !== undefined) {
      const message = `${agent} is being changed already: wait for the end of job ${other.job.id}, or cancel it`;
      throw new ParleyError({ code: "agent_busy", message });
    }
    if (running.length >= JOBS_RUNNING_MAX) {
      const message = `${JOBS_RUNNING_MAX} jobs are running, which is the limit. Try again when one has ended`;
      throw new ParleyError({ code: "limit_reached", message });
    }
    const now = this.#clock.now();
    const job: Entry["job"] = { id: createId(this.#clock), kind, agent, state: "running", createdAtMs: now, steps: [] };
    const entry: Entry = {
      job,
      abort: new AbortController(),
      steps: [],
      count: 0,
      ended: Promise.resolve(),
      changed: createResolvers(),
    };
    this.#entries.set(job.id, entry);
    this.#dropOldest();
    entry.ended = this.#run(entry, run);
    this.#onChange(show(entry, entry.count));
    return show(entry, 0);
  }

  async close(): Promise<void> {
    const why = new ParleyError({ code: "request_cancelled", message: "The server is shutting down" });
    await Promise.all([...this.#entries.values()].map(({ abort, ended }) => (abort.abort(why), ended)));
  }

  /** Never rejects. */
  async #run(entry: Entry, run: (work: JobWork) => Promise<AgentJob["result"]>): Promise<void> {
    const { job, abort } = entry;
    const message = `It took longer than ${JOB_MS_MAX / 60_000} minutes`;
    const late = (): void => abort.abort(new ParleyError({ code: "request_timeout", message }));
    const timer = setTimeout(late, JOB_MS_MAX).unref();
    try {
      job.result = await run({ signal: abort.signal, report: this.#reporter(entry) });
      job.state = "completed";
    } catch (cause) {
      const error: unknown = abort.signal.aborted ? abort.signal.reason : cause;
      job.state = error instanceof ParleyError && error.code === "request_cancelled" ? "cancelled" : "failed";
      job.error = toJobError(error);
    } finally {
      clearTimeout(timer);
    }
    job.endedAtMs = this.#clock.now();
    this.#changed(entry);
  }

  #reporter(entry: Entry): AgentJobReport {
    let downloadedAtMs = Number.NEGATIVE_INFINITY;
    return (progress) => {
      if (entry.job.state !== "running") return;
      const now = this.#clock.now();
      if (progress.type === "download") {
        if (now - downloadedAtMs < JOB_DOWNLOAD_MS) return;
        downloadedAtMs = now;
      }
      entry.count += 1;
      entry.steps.push({ ...shorten(progress), number: entry.count, atMs: now });
      if (entry.steps.length > JOB_STEPS_MAX) entry.steps = entry.steps.slice(-JOB_STEPS_MAX);
      this.#changed(entry);
    };
  }

  #changed(entry: Entry): void {
    const { changed } = entry;
    entry.changed = createResolvers();
    changed.resolve();
    this.#onChange(show(entry, entry.count - 1));
  }

  #find(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry !== undefined) return entry;
    const message = `Job ${JSON.stringify(id.slice(0, JOB_TEXT_CHARS_MAX))} not found`;
    throw new ParleyError({ code: "job_not_found", message });
  }

  #dropOldest(): void {
    for (const [id, { job }] of this.#entries) {
      if (this.#entries.size <= JOBS_KEPT_MAX) return;
      if (job.state !== "running") this.#entries.delete(id);
    }
  }
}

function show({ job, steps }: Entry, after: number): AgentJob {
  return { ...job, steps: steps.filter(({ number }) => number > after) };
}

/** Programs may print keys. */
function shorten(progress: AgentJobProgress): AgentJobProgress {
  if (progress.type === "download") return progress;
  return { ...progress, text: redact(progress.text).slice(0, JOB_TEXT_CHARS_MAX) };
}

function toJobError(error: unknown): AgentJob["error"] {
  if (error instanceof ParleyError) {
    const { code, message, remedy } = error;
    return { code, message, ...(remedy && { remedy }) };
  }
  return { message: error instanceof RpcError || error instanceof Error ? error.message : String(error) };
}

function createResolvers(): PromiseWithResolvers {
  let done: (() => void) | undefined;
  const promise = new Promise<void>((resolve) => {
    done = resolve;
  });
  return { promise, resolve: () => done?.() };
}
