// The MCP servers of one session: their tools, prompts and resources. A server that is not there is a notice, never the end.
import type { McpServer } from "@parley/acp";
import type { Log } from "@parley/base";
import type { Sandbox } from "@parley/machine";
import type { McpStatus, SlashCommand } from "../commands/command.ts";
import type { Tool } from "../tools/tool.ts";

export interface McpServersOptions {
  readonly servers: readonly McpServer[];
  readonly cwd: string;
  /** Shown to the person: a server that could not be reached, or came back. */
  readonly notice: (severity: "info" | "warning", text: string) => void;
  /** Tools or commands are others than before. */
  readonly onChange: () => void;
  /** What servers that are programs run in. */
  readonly sandbox?: Sandbox | undefined;
  readonly log: Log;
}

export interface McpServers extends AsyncDisposable {
  /** `mcp__server__tool`, of the servers that are there now. */
  readonly tools: readonly Tool[];
  /** Prompts and resources. */
  readonly commands: readonly SlashCommand[];
  readonly status: readonly McpStatus[];
  /** Resolves when every server has answered or failed, or the time is up. Never rejects. */
  settled(budgetMs: number, signal: AbortSignal): Promise<void>;
}
