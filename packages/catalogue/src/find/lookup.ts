// The options of looking an agent up, and the states that it can be in.
import { silentLog, systemClock, type Clock, type Log, type ParleyError, type Remedy } from "@parley/base";
import type { CustomAgents } from "../custom/custom-agent.ts";
import type { AgentLaunch } from "@parley/client";
import { defaultAgentLimits, type AgentLimits } from "../limits.ts";
import type { FoundIn } from "../programs/program-search.ts";
import { createHostEnvironment, type HostEnvironment } from "../programs/host-environment.ts";
import { VersionCache } from "../programs/version-cache.ts";

export type AgentStatus =
  | {
      readonly state: "ready";
      readonly path: string;
      readonly foundIn: FoundIn;
      readonly version?: string | undefined;
      readonly launch: AgentLaunch;
      /** It can be used, but something is unusual, such as an unknown version. */
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
  /** It is present but cannot be started, or is a different program. */
  | {
      readonly state: "broken";
      readonly path: string;
      readonly message: string;
      readonly remedy?: Remedy | undefined;
      readonly cause?: ParleyError | undefined;
    };

/** The command line of our own agent. */
export interface OwnAgent {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly version?: string | undefined;
}

export interface LookupOptions {
  /** Default: this machine. */
  readonly host?: Partial<HostEnvironment> | undefined;
  readonly custom?: CustomAgents | undefined;
  readonly own?: OwnAgent | undefined;
  readonly log?: Log | undefined;
  readonly clock?: Clock | undefined;
  readonly limits?: Partial<AgentLimits> | undefined;
}

export interface Lookup {
  /** Ask every program for its version, even if nothing depends on it. */
  readonly asksAll: boolean;
  readonly host: HostEnvironment;
  readonly custom: CustomAgents;
  readonly own: OwnAgent | undefined;
  readonly log: Log;
  readonly limits: AgentLimits;
  readonly versions: VersionCache;
}

export function createLookup(options: LookupOptions, asksAll: boolean): Lookup {
  const host = createHostEnvironment(options.host);
  return {
    asksAll,
    host,
    custom: options.custom ?? new Map(),
    own: options.own,
    log: options.log ?? silentLog,
    limits: { ...defaultAgentLimits, ...options.limits },
    versions: new VersionCache(host.parleyHome, options.clock ?? systemClock),
  };
}
