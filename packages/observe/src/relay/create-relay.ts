// Stands between a client and the agent it starts: both directions byte by byte, and everything else behind the forwarding.
import { silentLog } from "@parley/base";
import { spawnProcess, type GuardedProcess } from "@parley/machine/processes";
import { RunningRelay } from "./running-relay.ts";
import type { Relay, RelayOptions } from "./relay.ts";

/** Rejects as `spawnProcess` does if the agent cannot be started. */
export async function createRelay(options: RelayOptions): Promise<Relay> {
  const { command, env, log = silentLog } = options;
  // The agent's log is between it and whoever started us.
  const agent: GuardedProcess = await spawnProcess({ ...command, env, stderr: "inherit" });
  return new RunningRelay(agent, { ...options, log });
}
