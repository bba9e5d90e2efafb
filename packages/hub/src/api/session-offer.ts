// What a session's agent offers: its tools, and the prompts of its MCP servers.
import type { McpServer } from "@parley/acp";

export interface OfferedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly kind?: string | undefined;
  /** Its MCP server. */
  readonly server?: string | undefined;
  readonly inputSchema?: unknown;
}

interface OfferedPrompt {
  readonly name: string;
  readonly server: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description?: string; readonly required: boolean }[];
}

export interface SessionOffer {
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly OfferedPrompt[];
  /** MCP servers that could not be reached, and why. */
  readonly problems: readonly string[];
}

export type PromptValues = string | Readonly<Record<string, string>>;

export interface RenderedPrompt {
  readonly description?: string | undefined;
  /** The MCP server's answer, unchanged. */
  readonly messages: readonly unknown[];
}

/** Connects to MCP servers directly: agents other than ours do not list their tools. */
export interface McpOffer extends SessionOffer, AsyncDisposable {
  render(name: string, values: PromptValues, signal: AbortSignal): Promise<RenderedPrompt>;
}

export type OpenMcpOffer = (servers: readonly McpServer[], cwd: string, signal: AbortSignal) => Promise<McpOffer>;
