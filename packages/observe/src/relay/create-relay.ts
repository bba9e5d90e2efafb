// Stands between a client and the agent it starts: both directions byte by byte, and everything else behind the forwarding.
import { silentLog } from "@parley/base";
import { spawnProcess, type GuardedProcess } from "@parley/machine/processes";
import { RunningRelay } from "./running-relay.ts";
import type { Relay, RelayOptions } from "./relay.ts";
import { StderrPass } from "./stderr-pass.ts";

/** Rejects as `spawnProcess` does if the agent cannot be started. */
export async function createRelay(options: RelayOptions): Promise<Relay> {
  const { command, env, pipes, log = silentLog } = options;
  const stderr = new StderrPass(pipes.error);
  const onStderr = (chunk: Uint8Array): void => stderr.write(chunk);
  // What is kept of stderr is for an error message; here everything was passed on.
  const agent: GuardedProcess = await spawnProcess({ ...command, env, onStderr, stderrBytesMax: 1 });
  return new RunningRelay(agent, stderr, { ...options, log });
}
