// Starts a command in a terminal, on pipes or on a pseudo-terminal.
import { ParleyError, silentLog, type Log } from "@parley/base";
import { OutputRing } from "../processes/output-ring.ts";
import { TERMINAL_OUTPUT_BYTES, TERMINAL_OUTPUT_BYTES_MAX } from "./limits.ts";
import { Listeners } from "./listeners.ts";
import { startOnPipes } from "./pipe-source.ts";
import { loadPty, startOnPty, type PtyModule } from "./pty-source.ts";
import { RunningTerminal } from "./running-terminal.ts";
import type { OnOutput, TerminalCommand, TerminalSource } from "./source.ts";
import type { Terminal } from "./terminal.ts";

export interface TerminalOptions extends TerminalCommand {
  /** How much of the end of the output is kept, while it runs as after; 1 MiB unless given, 16 MiB at most. */
  readonly outputByteLimit?: number | undefined;
  /** How long what runs in it may take to end after SIGTERM; five seconds unless given. */
  readonly graceMs?: number | undefined;
  readonly log?: Log | undefined;
}

/** Rejects like `spawnProcess` if the command cannot be started. */
export async function createTerminal(options: TerminalOptions): Promise<Terminal> {
  const ring = new OutputRing(toByteLimit(options.outputByteLimit));
  const listeners = new Listeners(options.log ?? silentLog);
  const { source, notice } = await start(options, (chunk) => {
    ring.push(chunk);
    listeners.tell(chunk);
  });
  return new RunningTerminal({ source, notice, ring, listeners, graceMs: options.graceMs });
}

interface Started {
  readonly source: TerminalSource;
  readonly notice?: string;
}

async function start({ pty: size, ...command }: TerminalOptions, onOutput: OnOutput): Promise<Started> {
  if (size === undefined) return { source: await startOnPipes(command, onOutput) };
  let pty: PtyModule;
  try {
    pty = await loadPty();
  } catch (cause) {
    // A command without a screen is better than none.
    const why = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause);
    const notice = `There is no pseudo-terminal here, so the command runs without one and cannot be typed to: ${why}`;
    return { source: await startOnPipes(command, onOutput), notice };
  }
  return { source: await startOnPty(pty, command, size, onOutput) };
}

function toByteLimit(limit: number = TERMINAL_OUTPUT_BYTES): number {
  if (Number.isInteger(limit) && limit >= 0) return Math.min(limit, TERMINAL_OUTPUT_BYTES_MAX);
  throw new ParleyError({ code: "usage", message: `An output limit is a number of bytes, not ${limit}` });
}
