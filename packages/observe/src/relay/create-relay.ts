// Starts an agent and relays both directions byte by byte; everything else happens after forwarding.
import { silentLog } from "@parley/base";
import { spawnProcess, type GuardedProcess } from "@parley/machine/processes";
import { RunningRelay } from "./running-relay.ts";
import type { Relay, RelayOptions } from "./relay.ts";

/** Rejects as `spawnProcess` does if the agent cannot be started. */
export async function createRelay(options: RelayOptions): Promise<Relay> {
  const { command, env, sandbox, log = silentLog, pipes } = options;
  // In a terminal, signals would reach the agent twice, once through us.
  const staysInSession = !("isTTY" in pipes.input && pipes.input.isTTY === true);
  // The agent's stderr goes to the process that started the proxy.
  const agent: GuardedProcess = await spawnProcess({ ...command, env, sandbox, staysInSession, stderr: "inherit" });
  return new RunningRelay(agent, { ...options, log });
}
