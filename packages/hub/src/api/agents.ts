// The agents that sessions can use, each under one flat name: our own modes, agents found on the machine, remote agents.
import type { Implementation, McpServer, PromptCapabilities } from "@parley/acp";
import type { Remedy, SandboxSetting } from "@parley/base";
import type { SessionChoices } from "@parley/client";

/** `mode`: a mode of our own agent. `acp`: a program that speaks ACP. `a2a`: another server's agent, by its address. `auto`: chooses one of them. */
export type AgentKind = "mode" | "acp" | "a2a" | "auto";

/** `session`: a conversation. `llm_only`: one completion without tools. `prompt_only`: gives back the rendered prompt. */
export type AgentCategory = "session" | "llm_only" | "prompt_only";

export interface AgentAvailability {
  readonly isAvailable: boolean;
  /** Why it is not. */
  readonly message?: string | undefined;
  readonly remedy?: Remedy | undefined;
}

/** From real turns; nothing is known before the first. */
export interface AgentStatistics {
  readonly turns: number;
  readonly averageMs?: number | undefined;
  readonly averageTokens?: number | undefined;
  /** 0 to 100. */
  readonly successRate?: number | undefined;
}

export interface AgentEntry {
  /** Lower-case letters, digits and dashes: `recipe-maker`, `goose`. */
  readonly name: string;
  readonly kind: AgentKind;
  readonly title: string;
  readonly description: string;
  /** Of a mode: which of our slots it belongs to, and its id there (`recipe_maker`). */
  readonly slot?: string | undefined;
  readonly modeId?: string | undefined;
  readonly category: AgentCategory;
  readonly whenToUse?: string | undefined;
  readonly toolGroups: readonly string[];
  /** Listed only on request. */
  readonly isInternal: boolean;
  readonly isDeprecated: boolean;
  readonly isEnabled: boolean;
  readonly availability: AgentAvailability;
  /** MCP servers that every new session with it gets. */
  readonly extensions: readonly McpServer[];
  readonly statistics: AgentStatistics;
  /** The sandbox of new sessions unless they request a stricter one. Unknown for an agent on another machine. */
  readonly sandbox?: SandboxSetting | undefined;
  /** Of a remote agent. */
  readonly url?: string | undefined;
}

export interface AgentSlot {
  readonly name: string;
  readonly description: string;
  readonly modes: readonly AgentEntry[];
  /** Name of an entry. */
  readonly defaultMode: string;
  readonly isEnabled: boolean;
  readonly extensions: readonly McpServer[];
}

export interface AgentFilter {
  readonly includeInternal?: boolean | undefined;
  readonly includeDisabled?: boolean | undefined;
  /** Known programs that are not installed are listed only on request. */
  readonly includeUnavailable?: boolean | undefined;
}

export interface Agents {
  /** In a stable order: our modes first. */
  list(filter?: AgentFilter): Promise<readonly AgentEntry[]>;
  /** Internal and disabled ones, too; `recipe_maker` finds `recipe-maker`. */
  find(name: string): Promise<AgentEntry | undefined>;
  /** Rejects with `agent_not_found`, which lists the available agents, or with `agent_disabled`. */
  get(name: string): Promise<AgentEntry>;
  slots(): Promise<readonly AgentSlot[]>;
  /** An agent, or a slot with all its modes: `slot:assistant` where an agent has the same name. */
  setEnabled(name: string, isEnabled: boolean): Promise<void>;
  /** For new sessions. An agent, or a slot. The same name replaces. */
  bindExtension(name: string, server: McpServer): Promise<void>;
  unbindExtension(name: string, serverName: string): Promise<void>;
  /** Reads its card; rejects with `connection_failed` if there is none. */
  addRemote(url: string): Promise<AgentEntry>;
  removeRemote(name: string): Promise<void>;
  /** Searches the machine again. */
  refresh(): Promise<void>;
}

/** What an agent declared when it was last started. Undefined for one that never ran here. */
export interface AgentFacts {
  readonly agentInfo?: Implementation | undefined;
  readonly promptCapabilities?: PromptCapabilities | undefined;
  /** What else it declared, by the protocol's names: `loadSession`, `prompt.image`, `mcp.http`, `session.resume`. */
  readonly capabilities?: readonly string[] | undefined;
}

/** The choices that an agent offered in its last session. Another folder or version may offer different ones. */
export interface KnownChoices {
  readonly choices: Pick<SessionChoices, "modes" | "modeId" | "models" | "modelId" | "configOptions">;
  readonly learnedAtMs: number;
}
