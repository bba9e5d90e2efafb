// The MCP servers of one session: their tools, prompts and resources. An unavailable server is only a notice.
import type { McpServer } from "@parley/acp";
import type { Log } from "@parley/base";
import type { Sandbox } from "@parley/machine";
import type { McpStatus, SlashCommand } from "../commands/command.ts";
import type { Tool } from "../tools/tool.ts";
import type { ServerQuestions } from "../approval/server-question.ts";

export interface McpServersOptions {
  readonly servers: readonly McpServer[];
  readonly cwd: string;
  /** `~/.parley`, where sign-ins to remote servers are stored. Undefined: none are used. */
  readonly parleyHome?: string | undefined;
  /** For the user: a server that is unreachable or is back. */
  readonly notice: (severity: "info" | "warning", text: string) => void;
  /** Tools or commands have changed. */
  readonly onChange: () => void;
  /** Sandbox of local servers. */
  readonly sandbox?: Sandbox | undefined;
  /** Questions of servers to the user. Undefined: servers learn that they cannot ask. */
  readonly questions?: ServerQuestions | undefined;
  readonly log: Log;
}

export interface McpServers extends AsyncDisposable {
  /** `mcp__server__tool`, of the connected servers. */
  readonly tools: readonly Tool[];
  /** Prompts and resources. */
  readonly commands: readonly SlashCommand[];
  readonly status: readonly McpStatus[];
  /** Resolves when every server has answered or failed, or the time is up. Never rejects. */
  settled(budgetMs: number, signal: AbortSignal): Promise<void>;
}
