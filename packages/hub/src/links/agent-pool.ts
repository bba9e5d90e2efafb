// The processes of agents: one for each program, started when a session needs it, shared by its sessions.
import type { Implementation } from "@parley/acp";
import type { Clock, Log } from "@parley/base";
import { createAgent, type Agent, type AgentObserver, type Ask, type FindAgent } from "@parley/client";
import { createFeatures } from "@parley/client/features";
import { openRulesFile } from "@parley/home/rules";
import type { SessionStore } from "@parley/home/session-log";
import type { ApprovalLevel } from "@parley/policy";
import { SHOWN_LIMITS } from "./limits.ts";

export interface AgentPoolOptions {
  readonly parleyHome: string;
  readonly store: SessionStore;
  readonly ask: Ask;
  readonly level: ApprovalLevel;
  readonly clientInfo: Implementation;
  /** Where the processes run. */
  readonly cwd: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Watches the wire of a process. */
  readonly observe: (key: string) => AgentObserver;
}

export class AgentPool {
  readonly #options: AgentPoolOptions;
  readonly #agents = new Map<string, Agent>();
  #isClosed = false;

  constructor(options: AgentPoolOptions) {
    this.#options = options;
  }

  /** `key`: what shares a process. */
  get(key: string, find: FindAgent): Agent {
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    if (this.#isClosed) throw new Error("The hub is closed");
    const { parleyHome, ask, level, store, clientInfo, cwd, clock, log } = this.#options;
    const features = createFeatures({
      ask,
      rules: openRulesFile(parleyHome),
      agentName: key,
      level,
      parleyHome,
      clock,
      log,
    });
    const observe = (): AgentObserver => this.#options.observe(key);
    const limits = { transcript: SHOWN_LIMITS };
    const agent = createAgent({ name: key, find, features, store, clientInfo, cwd, clock, log, observe, limits });
    this.#agents.set(key, agent);
    return agent;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(Array.from(this.#agents.values(), (agent) => agent.close()));
    this.#agents.clear();
  }
}
