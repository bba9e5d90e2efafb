// One process of an agent: started under the guard, with its pipes as a transport.
import { ParleyError, type ErrorCode, within, type Timers } from "@parley/base";
import {
  findDescendant,
  isProcessStopped,
  spawnProcess,
  type ExitStatus,
  type GuardedProcess,
  type Sandbox,
} from "@parley/machine/processes";
import { createNdjsonTransport, type Transport } from "@parley/rpc";
import type { AgentLaunch } from "../agent-launch.ts";
import type { ClientLimits } from "../limits.ts";

export interface AgentProcess {
  readonly pid: number;
  readonly transport: Transport;
  /** Settles when the program has exited and its stderr was read; never rejects. */
  readonly exited: Promise<ExitStatus>;
  /** The end of what this process wrote to stderr, without the values of its variables. */
  stderr(): string;
  /** Removes the values of the variables that it was started with from a text. */
  hide(text: string): string;
  /** A signal has stopped it. */
  isStopped(): boolean;
  /** Why its sandbox could not be created; undefined if it was, or if it has none. */
  complaint(): ParleyError | undefined;
  /** Ends it and everything it started; returns the pids that could not be ended. Call it after closing its input. */
  end(): Promise<readonly number[]>;
}

export interface ProcessOptions {
  readonly cwd: string;
  /** Added to the launch's own. */
  readonly env: Readonly<Record<string, string>>;
  readonly limits: ClientLimits;
  readonly timers: Timers;
  readonly onStderr: (chunk: Uint8Array) => void;
  /** Removes the values of `env` from a text. */
  readonly hide: (text: string) => string;
  /** Ended with the process. */
  readonly sandbox?: LaunchSandbox | undefined;
}

export interface LaunchSandbox extends Sandbox, AsyncDisposable {
  readonly findComplaint: (stderr: string) => ParleyError | undefined;
}

export async function startAgentProcess(launch: AgentLaunch, options: ProcessOptions): Promise<AgentProcess> {
  const { limits, timers, sandbox, hide } = options;
  const process = await spawn(launch, options).catch(async (error: unknown) => {
    await sandbox?.[Symbol.asyncDispose]();
    throw error;
  });
  const { pid, tree } = process;
  return {
    pid,
    transport: createNdjsonTransport(process.stdout, process.stdin, { limits: limits.rpc }),
    exited: process.exited,
    stderr: () => hide(process.stderrKept.text()),
    hide,
    isStopped: () => isProcessStopped(findDescendant(pid, tree.levels) ?? pid),
    complaint: () => sandbox?.findComplaint(process.stderrKept.text()),
    async end() {
      await within(process.exited, limits.exitGraceMs, { timers });
      const { survivors } = await process.end();
      await sandbox?.[Symbol.asyncDispose]();
      return survivors;
    },
  };
}

/** Errors of starting a program, and the corresponding errors for an agent. */
const CODES: Partial<Record<ErrorCode, ErrorCode>> = {
  process_not_found: "agent_not_found",
  process_not_executable: "agent_spawn_failed",
  process_failed: "agent_spawn_failed",
};

async function spawn(
  { command, args, env }: AgentLaunch,
  { cwd, env: more, onStderr, sandbox }: ProcessOptions,
): Promise<GuardedProcess> {
  try {
    return await spawnProcess({ command, args, cwd, env: { ...env, ...more }, onStderr, sandbox });
  } catch (cause) {
    const code = cause instanceof ParleyError ? CODES[cause.code] : undefined;
    if (!(cause instanceof ParleyError) || code === undefined) throw cause;
    const { message, remedy } = cause;
    throw new ParleyError({ code, message, ...(remedy !== undefined && { remedy }), cause });
  }
}
