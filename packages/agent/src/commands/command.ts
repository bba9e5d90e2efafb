// What a slash command is: one file each, one line in the table. Those of MCP servers and of the user's files fit the same type.
import type { ModelInfo } from "../models/model.ts";
import type { AgentMode } from "../modes/mode.ts";
import type { Checkpoints } from "../checkpoints/checkpoints.ts";
import type { UserPart } from "../models/message.ts";
import type { SessionSettings } from "../sessions/settings.ts";

export interface SlashCommand {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
  /** What may follow the name; undefined: nothing. */
  readonly hint?: string | undefined;
  run(rest: string, context: CommandContext): Promise<CommandResult>;
  /** Of a prompt of an MCP server. */
  readonly prompt?: ServerPrompt | undefined;
}

/** A prompt that a server renders, for clients that want the messages and no turn. */
interface ServerPrompt {
  /** As the server was configured. */
  readonly server: string;
  /** What the server calls it. */
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description?: string; readonly required: boolean }[];
  /** Rejects with a ParleyError. A text is what a person would type behind the command. */
  render(values: string | Readonly<Record<string, string>>, signal: AbortSignal): Promise<RenderedMessages>;
}

/** As the server answered. */
export interface RenderedMessages {
  readonly description?: string | undefined;
  readonly messages: readonly unknown[];
}

export type CommandResult =
  /** Markdown, said to the person; the model does not hear of it. */
  | { readonly say: string }
  /** Goes on to the model in place of what was typed. */
  | { readonly prompt: readonly UserPart[] };

export interface SpentUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** In US dollars; undefined if a price was not known. */
  readonly cost: number | undefined;
  readonly contextUsed: number;
  readonly contextTokens: number;
}

export interface McpStatus {
  readonly name: string;
  readonly state: "starting" | "ready" | "reconnecting" | "failed";
  readonly tools: number;
  /** Why it failed. */
  readonly message?: string | undefined;
  /** What it says to models about how it is to be used. */
  readonly instructions?: string | undefined;
}

/** What a command can reach of its session. */
export interface CommandContext {
  readonly sessionId: string;
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly parleyHome: string;
  readonly settings: SessionSettings;
  /** Rejects with a ParleyError that says what there is. */
  change(change: Partial<SessionSettings>): Promise<void>;
  readonly modes: readonly AgentMode[];
  models(): Promise<readonly ModelInfo[]>;
  readonly commands: readonly SlashCommand[];
  readonly checkpoints: Checkpoints;
  readonly mcp: readonly McpStatus[];
  readonly spent: SpentUsage;
  /** Project memory that is in the instructions: paths, in the order they are read. */
  readonly memoryFiles: readonly string[];
  /** Replaces the conversation by a summary. Resolves with the summary. */
  compact(focus: string | undefined): Promise<string>;
  /** One completion without tools: the answer, or why there is none. */
  complete(system: string, prompt: string): Promise<{ readonly text: string } | { readonly failed: string }>;
  /** The conversation so far as plain text, bounded. */
  conversationText(): string;
  readonly signal: AbortSignal;
}
