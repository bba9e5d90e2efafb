// Why an agent is gone, from the two things that tell: its process and its pipes.
import { ParleyError, within, type Timers } from "@parley/base";
import { redact } from "@parley/policy";
import type { ExitStatus } from "@parley/machine";
import { LAST_WORDS_CHARS_MAX, type ClientLimits } from "../limits.ts";
import type { AgentProcess } from "./agent-process.ts";

export interface AgentEnd {
  readonly error: ParleyError;
  /** Undefined if the process lived on without its pipes. */
  readonly status: ExitStatus | undefined;
}

interface Ending {
  readonly process: AgentProcess;
  /** Settles when the connection is over; everything that came before it has been delivered. */
  readonly closed: Promise<ParleyError | undefined>;
  readonly title: string;
  readonly limits: ClientLimits;
  readonly timers: Timers;
}

/** Settles once it is known: whichever of the two ends first, the other is waited for a moment. */
export async function watchEnd({ process, closed, title, limits, timers }: Ending): Promise<AgentEnd> {
  await Promise.race([process.exited, closed]);
  // What a process wrote last is still in the pipe when it is gone; a daemon may hold the pipe for ever.
  const [status, reason] = await Promise.all([
    within(process.exited, limits.lastWordsMs, { timers }),
    within(closed, limits.lastWordsMs, { timers }),
  ]);
  return { error: crashed(`${title} ${describe(status, reason)}`, process.stderr()), status };
}

export function crashed(what: string, stderr: string): ParleyError {
  const remedy = { label: "Read its last words, then start it again" };
  return new ParleyError({ code: "agent_crashed", message: `${what}. ${lastWords(stderr)}`, remedy });
}

export function lastWords(stderr: string): string {
  // A character outside the basic plane may have been cut in two.
  const words = redact(stderr)
    .trim()
    .slice(-LAST_WORDS_CHARS_MAX)
    .replace(/^[\uDC00-\uDFFF]/, "");
  return words === "" ? "It wrote nothing to stderr." : `Its last words on stderr:\n${words}`;
}

function describe(status: ExitStatus | undefined, reason: ParleyError | undefined): string {
  if (status === undefined) {
    return reason === undefined
      ? "closed its output, so that nothing more can be heard of it"
      : `cannot be talked to any more: ${reason.message}`;
  }
  return status.signal === null ? `ended (exit code ${status.exitCode})` : `ended (signal ${status.signal})`;
}
