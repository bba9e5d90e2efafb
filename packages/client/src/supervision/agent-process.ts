// One process of an agent: started under the guard, its pipes as a transport, its end and last words.
import { ParleyError, type ErrorCode } from "@parley/base";
import { spawnProcess, type ExitStatus, type GuardedProcess } from "@parley/machine/processes";
import { createNdjsonTransport, type Transport } from "@parley/rpc";
import type { AgentLaunch } from "../agents/launch.ts";
import type { ClientLimits } from "../limits.ts";
import { within, type Timers } from "./timers.ts";

export interface AgentProcess {
  readonly pid: number;
  readonly transport: Transport;
  /** Settles when the program has ended and its stderr has come; never rejects. */
  readonly exited: Promise<ExitStatus>;
  /** The end of what this process wrote to stderr. */
  stderr(): string;
  /** Ends it with everything it started; what could not be ended is in the answer. Call it after its input was closed. */
  end(): Promise<readonly number[]>;
}

export interface ProcessOptions {
  readonly cwd: string;
  /** On top of the launch's own. */
  readonly env: Readonly<Record<string, string>>;
  readonly limits: ClientLimits;
  readonly timers: Timers;
  readonly onStderr: (chunk: Uint8Array) => void;
}

export async function startAgentProcess(launch: AgentLaunch, options: ProcessOptions): Promise<AgentProcess> {
  const { limits, timers } = options;
  const process = await spawn(launch, options);
  return {
    pid: process.pid,
    transport: createNdjsonTransport(process.stdout, process.stdin, { limits: limits.rpc }),
    exited: process.exited,
    stderr: () => process.stderrKept.text(),
    async end() {
      await within(process.exited, limits.leaveMs, timers);
      const { survivors } = await process.end();
      return survivors;
    },
  };
}

/** What a start of any program fails with, and what that means for an agent. */
const CODES: Partial<Record<ErrorCode, ErrorCode>> = {
  process_not_found: "agent_not_found",
  process_not_executable: "agent_spawn_failed",
  process_failed: "agent_spawn_failed",
};

async function spawn(
  { command, args, env }: AgentLaunch,
  { cwd, env: more, onStderr }: ProcessOptions,
): Promise<GuardedProcess> {
  try {
    return await spawnProcess({ command, args, cwd, env: { ...env, ...more }, onStderr });
  } catch (cause) {
    const code = cause instanceof ParleyError ? CODES[cause.code] : undefined;
    if (!(cause instanceof ParleyError) || code === undefined) throw cause;
    const { message, remedy } = cause;
    throw new ParleyError({ code, message, ...(remedy !== undefined && { remedy }), cause });
  }
}
