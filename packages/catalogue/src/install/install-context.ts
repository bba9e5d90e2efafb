// What installing, updating and removing an agent share.
import { ParleyError, silentLog, systemClock, type Clock, type Log } from "@parley/base";
import { join } from "node:path";
import { defaultAgentLimits, type AgentLimits } from "../limits.ts";
import { claimChange, type ChangeClaim } from "../claim-change.ts";
import { createHostEnvironment, type HostEnvironment } from "../programs/host-environment.ts";
import { agentsFolder, type DistributionKind } from "./installed-agent.ts";
import type { InstallProgress } from "./install-method.ts";

export interface InstallOptions {
  readonly host?: Partial<HostEnvironment> | undefined;
  readonly log?: Log | undefined;
  readonly clock?: Clock | undefined;
  readonly limits?: Partial<AgentLimits> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: InstallProgress) => void) | undefined;
  /** A distribution that the registry offers (default: the most verifiable one). */
  readonly kind?: DistributionKind | undefined;
  /** Skip npm install scripts. Some agents do not work without them. */
  readonly ignoreScripts?: boolean | undefined;
}

export interface Context {
  readonly host: HostEnvironment;
  readonly limits: AgentLimits;
  readonly clock: Clock;
  readonly log: Log;
  readonly options: InstallOptions;
}

export function toContext(options: InstallOptions): Context {
  const limits = { ...defaultAgentLimits, ...options.limits };
  return {
    host: createHostEnvironment(options.host),
    limits,
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLog,
    options,
  };
}

/** Held while the agent's folder is changed. */
export function claimAgent(id: string, title: string, { host, limits }: Context): Promise<ChangeClaim> {
  return claimChange(join(agentsFolder(host), id), title, { ageMs: limits.claimAgeMs });
}

export function notInstalled(name: string): ParleyError {
  const message = `${JSON.stringify(name)} was not installed by Parley`;
  const remedy = { label: "List installed agents", command: "parley agents list" };
  return new ParleyError({ code: "agent_not_found", message, remedy });
}
