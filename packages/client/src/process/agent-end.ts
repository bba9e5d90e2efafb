// Why an agent ended, from its process and its pipes.
import { ParleyError, within, type Timers } from "@parley/base";
import { redact } from "@parley/policy";
import type { ExitStatus } from "@parley/machine";
import { STDERR_TAIL_CHARS_MAX, type ClientLimits } from "../limits.ts";
import type { AgentProcess } from "./agent-process.ts";

export interface AgentEnd {
  readonly error: ParleyError;
  /** What happened, without the error output: `goose exited with code 1`. */
  readonly summary: string;
  /** Undefined if the process outlived its pipes. */
  readonly status: ExitStatus | undefined;
}

interface WatchedAgent {
  readonly process: AgentProcess;
  /** Settles when the connection is closed and every earlier message was delivered. */
  readonly closed: Promise<ParleyError | undefined>;
  readonly title: string;
  readonly limits: ClientLimits;
  readonly timers: Timers;
}

/** Settles once the cause is known: after the process or its pipes ended, it waits a moment for the other. */
export async function watchEnd({ process, closed, title, limits, timers }: WatchedAgent): Promise<AgentEnd> {
  await Promise.race([process.exited, closed]);
  // The last output of a process is still in the pipe when it has exited; a daemon may hold the pipe forever.
  const [status, reason] = await Promise.all([
    within(process.exited, limits.endSettleMs, { timers }),
    within(closed, limits.endSettleMs, { timers }),
  ]);
  return toAgentEnd(`${title} ${describe(status, reason)}`, process.stderr(), status);
}

export function toAgentEnd(summary: string, stderr: string, status?: ExitStatus): AgentEnd {
  return { error: crashed(summary, stderr), summary, status };
}

export function crashed(summary: string, stderr: string): ParleyError {
  const tail = stderrTail(stderr);
  if (tail === "") {
    const message = /with code \d+$/.test(summary) ? `${summary} and no error output.` : `${summary}. No error output.`;
    return new ParleyError({ code: "agent_crashed", message });
  }
  const remedy = { label: "Check its error output, then start it again" };
  return new ParleyError({ code: "agent_crashed", message: `${summary}. Error output:\n${tail}`, remedy });
}

export function stderrTail(stderr: string): string {
  // A character outside the basic plane may have been cut in two.
  return redact(stderr)
    .trim()
    .slice(-STDERR_TAIL_CHARS_MAX)
    .replace(/^[\uDC00-\uDFFF]/, "");
}

function describe(status: ExitStatus | undefined, reason: ParleyError | undefined): string {
  if (status === undefined) {
    return reason === undefined
      ? "closed its output and can no longer respond"
      : `can no longer be reached: ${reason.message}`;
  }
  return status.signal === null ? `exited with code ${status.exitCode}` : `was killed by ${status.signal}`;
}
