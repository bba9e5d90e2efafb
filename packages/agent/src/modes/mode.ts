// A mode: instructions, the tools it allows, and when to use it. One file each, ours or the user's.

export const SLOTS = ["coding", "assistant"] as const;
export type Slot = (typeof SLOTS)[number];

/**
 * `session` is a conversation with tools; `llm_only` is one completion without tools; `prompt_only` returns the
 * rendered prompt.
 */
export type ModeCategory = "session" | "llm_only" | "prompt_only";

export interface ModeGroupAccess {
  readonly group: string;
  /** Only files whose path in the workspace matches. */
  readonly fileRegex: string;
}

export interface AgentMode {
  readonly id: string;
  readonly slot: Slot;
  readonly name: string;
  readonly description: string;
  readonly whenToUse: string;
  readonly category: ModeCategory;
  /** A tool group, `mcp`, the name of an MCP server, or `none`. */
  readonly groups: readonly (string | ModeGroupAccess)[];
  readonly instructions: string;
  /** Not offered to users. */
  readonly isInternal?: boolean | undefined;
  readonly isDeprecated?: boolean | undefined;
}
