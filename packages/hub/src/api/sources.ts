// The sources of agents: what the process that opens the hub knows about its machine.
import type { AgentLaunch, FindAgent } from "@parley/client";
import type { AgentAvailability, AgentCategory } from "./agents.ts";
import type { ProgramCatalogue } from "./program-catalogue.ts";

export interface OwnMode {
  /** The agent's own spelling: `recipe_maker`. */
  readonly id: string;
  readonly slot: string;
  readonly name: string;
  readonly description: string;
  readonly whenToUse: string;
  readonly category: AgentCategory;
  readonly toolGroups: readonly string[];
  readonly isInternal?: boolean | undefined;
  readonly isDeprecated?: boolean | undefined;
}

export interface OwnSlot {
  readonly name: string;
  readonly description: string;
  readonly defaultModeId: string;
}

/** Our own agent: one program, its modes flat entries. */
export interface OwnAgent {
  readonly slots: readonly OwnSlot[];
  readonly modes: readonly OwnMode[];
  /** All modes including the user's own, read from their files. */
  readonly loadModes?: (() => Promise<readonly OwnMode[]>) | undefined;
  readonly find: FindAgent;
}

export interface ExternalAgent {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly availability: AgentAvailability;
}

/** Other agents that speak ACP. */
export interface ExternalAgents {
  list(): Promise<readonly ExternalAgent[]>;
  find(name: string): FindAgent;
  /** Adds what is known about a program that a session brought: its faults, and what it needs in a sandbox. */
  complete?(launch: AgentLaunch): Promise<AgentLaunch>;
  /** Without it, agents cannot be installed, updated, added or removed through the hub. */
  readonly catalogue?: ProgramCatalogue | undefined;
  /** Changes when an agent is added, changed, installed or removed. Cheap: it is read for every list. */
  stamp?(): Promise<string>;
}

/** One completion without tools, where a model is configured: to route, to plan, to write recipes. */
export type Complete = (prompt: string, signal: AbortSignal) => Promise<string>;

/** Called each time, because a key may be added or removed while the hub runs. Undefined: no model is configured. */
export type FindComplete = () => Promise<Complete | undefined>;
