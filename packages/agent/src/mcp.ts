// MCP servers outside a session of our agent, to list what they offer.
import type { McpServer } from "@parley/acp";
import { silentLog, type Log } from "@parley/base";
import type { RenderedMessages } from "./commands/command.ts";
import { createMcpServers } from "./mcp/create-mcp-servers.ts";
import { listPrompts, listTools, renderPrompt, type ListedServerPrompt, type ListedTool } from "./mcp/list-offer.ts";
import { MCP_BUDGET_MS } from "./limits.ts";

export interface McpOffer extends AsyncDisposable {
  readonly tools: readonly ListedTool[];
  readonly prompts: readonly ListedServerPrompt[];
  /** Servers that could not be reached, and why. */
  readonly problems: readonly string[];
  /** Rejects with a ParleyError. */
  render(
    name: string,
    values: string | Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<RenderedMessages>;
}

/** It may wait for a sign-in that only its own page can end. */
const UNFINISHED = `It did not respond within ${MCP_BUDGET_MS / 1_000} s`;

/** Connects to the servers; disposing ends the connections and the processes. */
export async function openMcpOffer(
  servers: readonly McpServer[],
  cwd: string,
  signal: AbortSignal,
  log: Log = silentLog,
): Promise<McpOffer> {
  const mcp = createMcpServers({ servers, cwd, notice: ignore, onChange: ignore, log });
  await mcp.settled(MCP_BUDGET_MS, signal);
  return {
    tools: listTools(mcp.tools),
    prompts: listPrompts(mcp.commands),
    problems: mcp.status.flatMap(({ name, state, message }) =>
      state === "ready" ? [] : [`${name}: ${message ?? (state === "starting" ? UNFINISHED : state)}`],
    ),
    render: (name, values, stop) => renderPrompt(mcp.commands, name, values, stop),
    [Symbol.asyncDispose]: () => Promise.resolve(mcp[Symbol.asyncDispose]()),
  };
}

function ignore(): void {
  // The caller reads the status only once.
}
