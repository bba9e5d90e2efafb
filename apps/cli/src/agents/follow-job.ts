// Follows a hub's installation or sign-in to its end: shows its steps, and pages that the agent wants to open.
import { isUnknown } from "@parley/acp";
import { asInvoked, ERROR_CODES, neutralLine, ParleyError, reveal, type ErrorCode } from "@parley/base";
import type { NativeInteraction, Operations } from "@parley/contract";
import type { Remote } from "@parley/remote";
import { JOB_POLL_SECONDS } from "../limits.ts";
import { printNotice } from "../output/print.ts";

type Job = Operations["agents/job"]["reply"];

export interface FollowJobOptions {
  /** Aborting cancels the job. */
  readonly signal: AbortSignal;
  readonly isQuiet: boolean;
}

/** Rejects with the error of the job. */
export async function followJob(remote: Remote, id: string, { signal, isQuiet }: FollowJobOptions): Promise<Job> {
  const shown = new Set<string>();
  for (let after = 0; ;) {
    const job = await remote.request("agents/job", { id, after, wait_seconds: JOB_POLL_SECONDS });
    after = job.steps.at(-1)?.number ?? after;
    if (!isQuiet) for (const { text } of job.steps) if (text !== undefined) printNotice(neutralLine(text));
    if (job.state === "completed") return job;
    if (job.state !== "running") throw toError(job);
    if (signal.aborted) {
      await remote.request("agents/cancelJob", { id });
      continue;
    }
    if (job.kind === "sign_in") await showQuestions(remote, job.agent, shown);
  }
}

/** A page is shown with its full address and never opened; forms are answered with `parley questions`. */
async function showQuestions(remote: Remote, agent: string, shown: Set<string>): Promise<void> {
  const { interactions } = await remote.request("interactions/list", { state: "pending" });
  for (const one of interactions) {
    if (one.agent !== agent || one.session_id !== undefined || shown.has(one.id)) continue;
    shown.add(one.id);
    await showQuestion(remote, one);
  }
}

async function showQuestion(remote: Remote, { id, request }: NativeInteraction): Promise<void> {
  if (request === undefined || isUnknown(request)) return;
  printNotice(neutralLine(request.message));
  if (request.mode !== "url") {
    printNotice(asInvoked(`Answer it from another terminal: parley questions answer ${id}`));
    return;
  }
  printNotice(`Open this page: ${reveal(request.url)}`);
  await remote.request("interactions/answer", { id, action: "accept" });
}

function toError({ agent, state, error }: Job): ParleyError {
  const { code, message = `The job of ${agent} was ${state}`, remedy } = error ?? {};
  const known = (ERROR_CODES as readonly unknown[]).includes(code) ? (code as ErrorCode) : undefined;
  const fallback = state === "cancelled" ? "request_cancelled" : "connection_failed";
  const shown = remedy && { label: remedy.label, ...pick(remedy.command, "command"), ...pick(remedy.url, "url") };
  return new ParleyError({ code: known ?? fallback, message, ...(shown && { remedy: shown }) });
}

function pick<Name extends string>(value: string | undefined, name: Name): { readonly [N in Name]?: string } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: string };
}
