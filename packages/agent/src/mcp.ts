// MCP servers outside a session of our agent: what they offer, and signing in to them.
import type { McpServer } from "@parley/acp";
import { silentLog, type Log } from "@parley/base";
import type { RenderedMessages } from "./commands/command.ts";
import { createMcpServers } from "./mcp/create-mcp-servers.ts";
import { listPrompts, listTools, renderPrompt, type ListedServerPrompt, type ListedTool } from "./mcp/list-offer.ts";
import type { SignInOptions } from "./mcp/sign-in/sign-in.ts";
import { MCP_BUDGET_MS } from "./limits.ts";

export { hasOwnAuthorization } from "./mcp/sign-in/own-authorization.ts";
export { signOut, type SignedOut } from "./mcp/sign-in/sign-out.ts";
export { findOpener } from "./tools/apps/opener.ts";

export type { GivenClient } from "./mcp/sign-in/sign-in.ts";

/** Loads the MCP client. */
export async function signInToServer(options: SignInOptions): Promise<void> {
  const { signIn } = await import("./mcp/sign-in/sign-in.ts");
  await signIn(options);
}

export interface McpOffer extends AsyncDisposable {
  readonly tools: readonly ListedTool[];
  readonly prompts: readonly ListedServerPrompt[];
  /** Servers that could not be reached, and why. */
  readonly problems: readonly string[];
  /** Names of those among them that the user has to sign in to. */
  readonly signInNeeded: readonly string[];
  /** Rejects with a ParleyError. */
  render(
    name: string,
    values: string | Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<RenderedMessages>;
}

/** It may be waiting for a sign-in that only its own page can complete. */
const UNFINISHED = `It did not respond within ${MCP_BUDGET_MS / 1_000} s`;

export interface McpOfferOptions {
  readonly cwd: string;
  /** Where sign-ins to remote servers are kept. */
  readonly parleyHome: string;
  readonly signal: AbortSignal;
  readonly log?: Log | undefined;
}

/** Connects to the servers; disposing ends the connections and the processes. */
export async function openMcpOffer(
  servers: readonly McpServer[],
  { cwd, parleyHome, signal, log = silentLog }: McpOfferOptions,
): Promise<McpOffer> {
  const mcp = createMcpServers({ servers, cwd, parleyHome, notice: ignore, onChange: ignore, log });
  await mcp.settled(MCP_BUDGET_MS, signal);
  return {
    tools: listTools(mcp.tools),
    prompts: listPrompts(mcp.commands),
    problems: mcp.status.flatMap(({ name, state, message }) =>
      state === "ready" ? [] : [`${name}: ${message ?? (state === "starting" ? UNFINISHED : state)}`],
    ),
    signInNeeded: mcp.status.flatMap(({ name, state }) => (state === "sign_in_needed" ? [name] : [])),
    render: (name, values, stop) => renderPrompt(mcp.commands, name, values, stop),
    [Symbol.asyncDispose]: () => Promise.resolve(mcp[Symbol.asyncDispose]()),
  };
}

function ignore(): void {
  // The caller reads the status only once.
}
