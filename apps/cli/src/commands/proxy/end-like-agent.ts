// The proxy ends as its agent did, so that a client sees no difference.
import { constants } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { ExitCodes } from "../../exit-codes.ts";

/** Those that end a process and nothing else: no core file, and no meaning of their own to Node. */
const RAISED: ReadonlySet<string> = new Set(["SIGHUP", "SIGINT", "SIGKILL", "SIGTERM"]);
/** As shells tell of a program that a signal ended. */
const SIGNALLED = 128;
/** A signal that we sent ourselves takes effect at once, if it does. */
const RAISE_MS = 250;

/** The exit code, if it is not a signal that ends us. Nobody may listen for signals any more. */
export async function endLikeAgent(status: {
  readonly exitCode: number | null;
  readonly signal: string | null;
}): Promise<number> {
  const { exitCode, signal } = status;
  if (signal === null) return exitCode ?? ExitCodes.unexpected;
  if (RAISED.has(signal)) {
    // Its last words first.
    await Promise.race([new Promise((resolve) => process.stderr.write("", resolve)), delay(RAISE_MS)]);
    process.kill(process.pid, signal);
    await delay(RAISE_MS);
  }
  const numbers: Readonly<Record<string, number>> = constants.signals;
  return SIGNALLED + (numbers[signal] ?? 0);
}
