// What a slash command is: one file and one row in the table each. Commands of MCP servers and of user files have the same type.
import type { ModelInfo } from "../models/model.ts";
import type { AgentMode } from "../modes/mode.ts";
import type { Checkpoints } from "../checkpoints/checkpoints.ts";
import type { UserPart } from "../models/message.ts";
import type { SessionSettings } from "../sessions/settings.ts";

export interface SlashCommand {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
  /** Placeholder for the arguments; undefined if it takes none. */
  readonly hint?: string | undefined;
  run(rest: string, context: CommandContext): Promise<CommandResult>;
  /** For the prompt of an MCP server. */
  readonly prompt?: ServerPrompt | undefined;
}

/** A prompt that a server renders, for clients that want its messages without a turn. */
interface ServerPrompt {
  /** The configured name of the server. */
  readonly server: string;
  /** The server's name for the prompt. */
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description?: string; readonly required: boolean }[];
  /** Rejects with a ParleyError. A string is parsed like arguments typed after the command. */
  render(values: string | Readonly<Record<string, string>>, signal: AbortSignal): Promise<RenderedMessages>;
}

/** As returned by the server. */
export interface RenderedMessages {
  readonly description?: string | undefined;
  readonly messages: readonly unknown[];
}

export type CommandResult =
  /** Markdown for the user; the model does not see it. */
  | { readonly say: string }
  /** Sent to the model instead of what was typed. */
  | { readonly prompt: readonly UserPart[] };

export interface SpentUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** In US dollars; undefined if a price is unknown. */
  readonly cost: number | undefined;
  readonly contextUsed: number;
  readonly contextTokens: number;
}

export interface McpStatus {
  readonly name: string;
  readonly state: "starting" | "ready" | "reconnecting" | "sign_in_needed" | "failed";
  readonly tools: number;
  /** Why it failed. */
  readonly message?: string | undefined;
  /** The server's instructions for models. */
  readonly instructions?: string | undefined;
}

/** The session as commands see it. */
export interface CommandContext {
  readonly sessionId: string;
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly parleyHome: string;
  readonly settings: SessionSettings;
  /** Rejects with a ParleyError that lists the valid values. */
  change(change: Partial<SessionSettings>): Promise<void>;
  readonly modes: readonly AgentMode[];
  models(): Promise<readonly ModelInfo[]>;
  readonly commands: readonly SlashCommand[];
  readonly checkpoints: Checkpoints;
  readonly mcp: readonly McpStatus[];
  readonly spent: SpentUsage;
  /** Paths of the project memory in the instructions, in order. */
  readonly memoryFiles: readonly string[];
  /** Replaces the conversation with a summary, and returns it. */
  compact(focus: string | undefined): Promise<string>;
  /** A single completion without tools. */
  complete(system: string, prompt: string): Promise<{ readonly text: string } | { readonly failed: string }>;
  /** The conversation so far as plain text, bounded. */
  conversationText(): string;
  readonly signal: AbortSignal;
}
