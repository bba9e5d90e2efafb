// What installing, updating and removing an agent have in common.
import { ParleyError, silentLog, systemClock, type Clock, type Log } from "@parley/base";
import { join } from "node:path";
import { defaultAgentLimits, type AgentLimits } from "../limits.ts";
import { claimChange, type ChangeClaim } from "../claim-change.ts";
import { createSurroundings, type Surroundings } from "../programs/surroundings.ts";
import { agentsFolder, type DistributionKind } from "./installed-agent.ts";
import type { InstallProgress } from "./way.ts";

export interface InstallOptions {
  readonly surroundings?: Partial<Surroundings> | undefined;
  readonly log?: Log | undefined;
  readonly clock?: Clock | undefined;
  readonly limits?: Partial<AgentLimits> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: InstallProgress) => void) | undefined;
  /** One of the ways that the registry offers; the one that can be checked best unless given. */
  readonly kind?: DistributionKind | undefined;
  /** npm does not run what packages want to be run when they are installed. Some agents do not work then. */
  readonly ignoreScripts?: boolean | undefined;
}

export interface Context {
  readonly surroundings: Surroundings;
  readonly limits: AgentLimits;
  readonly clock: Clock;
  readonly log: Log;
  readonly options: InstallOptions;
}

export function toContext(options: InstallOptions): Context {
  const limits = { ...defaultAgentLimits, ...options.limits };
  return {
    surroundings: createSurroundings(options.surroundings),
    limits,
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLog,
    options,
  };
}

/** For as long as the agent's folder is changed. */
export function claimAgent(id: string, title: string, { surroundings, limits }: Context): Promise<ChangeClaim> {
  return claimChange(join(agentsFolder(surroundings), id), title, { ageMs: limits.claimAgeMs });
}

export function notInstalled(name: string): ParleyError {
  const message = `${JSON.stringify(name)} was not installed by Parley`;
  const remedy = { label: "See what is installed", command: "parley agents list" };
  return new ParleyError({ code: "agent_not_found", message, remedy });
}
