// Starts a command in a terminal, on pipes or on a pseudo-terminal.
import { ParleyError, silentLog, type Log } from "@parley/base";
import { TERMINAL_OUTPUT_BYTES, TERMINAL_OUTPUT_BYTES_MAX } from "../limits.ts";
import { KeptOutput } from "./kept-output.ts";
import { Listeners } from "./listeners.ts";
import { startOnPipes } from "./pipe-source.ts";
import { loadPty, startOnPty, type PtyModule } from "./pty-source.ts";
import { RunningTerminal } from "./running-terminal.ts";
import type { OnOutput, TerminalCommand, TerminalSource } from "./source.ts";
import type { Terminal } from "./terminal.ts";

export interface TerminalOptions extends TerminalCommand {
  /** How much of the end of the output is kept, during the run and after it (default: 1 MiB, maximum: 16 MiB). */
  readonly outputByteLimit?: number | undefined;
  /** Grace period after SIGTERM (default: 5 seconds). */
  readonly graceMs?: number | undefined;
  readonly log?: Log | undefined;
}

/** Rejects like `spawnProcess` if the command cannot be started. */
export async function createTerminal(options: TerminalOptions): Promise<Terminal> {
  const output = new KeptOutput(toByteLimit(options.outputByteLimit), options.pty !== undefined);
  const listeners = new Listeners(options.log ?? silentLog);
  const { source, notice } = await start(options, (chunk) => {
    output.push(chunk);
    listeners.tell(chunk);
  });
  return new RunningTerminal({ source, notice, output, listeners, graceMs: options.graceMs });
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
    // A command without a pseudo-terminal is better than none.
    const why = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause);
    const notice = `No pseudo-terminal is available, so the command runs without one and accepts no input: ${why}`;
    return { source: await startOnPipes(command, onOutput), notice };
  }
  return { source: await startOnPty(pty, command, size, onOutput) };
}

function toByteLimit(limit: number = TERMINAL_OUTPUT_BYTES): number {
  if (Number.isInteger(limit) && limit >= 0) return Math.min(limit, TERMINAL_OUTPUT_BYTES_MAX);
  throw new ParleyError({ code: "usage", message: `An output limit is a number of bytes, not ${limit}` });
}
