// The proxy exits the way its agent did, so that a client sees no difference.
import { constants } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { ExitCodes } from "../../exit-codes.ts";
import { OWN_SIGNAL_MS } from "../../limits.ts";

/** Signals that only end a process: they write no core file and have no special meaning to Node. */
const RAISED: ReadonlySet<string> = new Set(["SIGHUP", "SIGINT", "SIGKILL", "SIGTERM"]);
/** Shells add the signal's number to this for a program that a signal ended. */
const SIGNALLED = 128;

/** Returns the exit code, unless a signal ends the process first. All signal handlers must have been removed. */
export async function endLikeAgent(status: {
  readonly exitCode: number | null;
  readonly signal: string | null;
}): Promise<number> {
  const { exitCode, signal } = status;
  if (signal === null) return exitCode ?? ExitCodes.unexpected;
  if (RAISED.has(signal)) {
    // The agent's remaining stderr output is flushed first.
    await Promise.race([new Promise((resolve) => process.stderr.write("", resolve)), delay(OWN_SIGNAL_MS)]);
    process.kill(process.pid, signal);
    await delay(OWN_SIGNAL_MS);
  }
  const numbers: Readonly<Record<string, number>> = constants.signals;
  return SIGNALLED + (numbers[signal] ?? 0);
}
