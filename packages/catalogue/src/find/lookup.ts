// What looking an agent up takes, and the states that it can be found in.
import { silentLog, systemClock, type Clock, type Log, type ParleyError, type Remedy } from "@parley/base";
import type { CustomAgents } from "../custom/custom-agent.ts";
import type { AgentLaunch } from "@parley/client";
import { defaultAgentLimits, type AgentLimits } from "../limits.ts";
import type { FoundIn } from "../programs/program-search.ts";
import { createSurroundings, type Surroundings } from "../programs/surroundings.ts";
import { VersionCache } from "../programs/version-cache.ts";

export type AgentStatus =
  | {
      readonly state: "ready";
      readonly path: string;
      readonly foundIn: FoundIn;
      readonly version?: string | undefined;
      readonly launch: AgentLaunch;
      /** It can be used, but something about it is odd: it does not say its version. */
      readonly warning?: string | undefined;
    }
  | { readonly state: "missing"; readonly message: string; readonly install: Remedy }
  | {
      readonly state: "too_old";
      readonly path: string;
      readonly version: string;
      readonly minimum: string;
      readonly update: Remedy;
    }
  /** It is there and cannot be started, or is something else. */
  | {
      readonly state: "broken";
      readonly path: string;
      readonly message: string;
      readonly remedy?: Remedy | undefined;
      readonly cause?: ParleyError | undefined;
    };

/** The product's own agent, as its command line. */
export interface OwnAgent {
  readonly command: string;
  readonly args: readonly string[];
  readonly version?: string | undefined;
}

export interface LookupOptions {
  /** The machine as it is, unless given. */
  readonly surroundings?: Partial<Surroundings> | undefined;
  readonly custom?: CustomAgents | undefined;
  readonly own?: OwnAgent | undefined;
  readonly log?: Log | undefined;
  readonly clock?: Clock | undefined;
  readonly limits?: Partial<AgentLimits> | undefined;
}

export interface Lookup {
  /** Also those programs are asked for their version for which nothing depends on it. */
  readonly asksAll: boolean;
  readonly surroundings: Surroundings;
  readonly custom: CustomAgents;
  readonly own: OwnAgent | undefined;
  readonly log: Log;
  readonly limits: AgentLimits;
  readonly versions: VersionCache;
}

export function createLookup(options: LookupOptions, asksAll: boolean): Lookup {
  const surroundings = createSurroundings(options.surroundings);
  return {
    asksAll,
    surroundings,
    custom: options.custom ?? new Map(),
    own: options.own,
    log: options.log ?? silentLog,
    limits: { ...defaultAgentLimits, ...options.limits },
    versions: new VersionCache(surroundings.parleyHome, options.clock ?? systemClock),
  };
}
