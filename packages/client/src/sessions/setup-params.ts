// The parameters of a new session, limited to what the agent supports; what is left out is reported.
import { isUnknown, type Known, type McpServer } from "@parley/acp";
import { ParleyError, type SandboxSetting } from "@parley/base";
import type { SessionPolicy } from "@parley/policy";
import { isAbsolute } from "node:path";
import { isBelow } from "../features/paths.ts";
import type { SessionSetup } from "./session-setup.ts";

export interface SetupParams {
  readonly cwd: string;
  readonly mcpServers: Known<McpServer>[];
  readonly additionalDirectories?: string[];
  readonly _meta?: { readonly parley: { readonly sandbox?: SandboxSetting } & Partial<SessionPolicy> };
}

export function toSetupParams(
  { cwd, additionalFolders = [], mcpServers = [], sandbox, policy }: SessionSetup,
  supports: (capability: string) => boolean,
): { readonly params: SetupParams; readonly leftOut: readonly string[] } {
  const leftOut: string[] = [];
  // Of several with the same name, the agent gets the first that it supports.
  const named = new Map<string, McpServer>();
  const reasons = new Map<string, string>();
  for (const [index, server] of mcpServers.entries()) {
    const name = isUnknown(server) ? `unknown ${index}` : server.name;
    const reason = obstacle(server, supports);
    if (reason !== undefined) reasons.set(name, reason);
    else if (!named.has(name)) named.set(name, server);
  }
  leftOut.push(...[...reasons].flatMap(([name, reason]) => (named.has(name) ? [] : reason)));
  const servers = [...named.values()];
  const takesFolders = supports("sessionCapabilities.additionalDirectories");
  if (additionalFolders.length > 0 && !takesFolders) {
    leftOut.push(`The agent supports only one folder; skipped: ${additionalFolders.join(", ")}`);
  }
  const params = {
    cwd,
    mcpServers: servers as Known<McpServer>[],
    ...(additionalFolders.length > 0 && takesFolders && { additionalDirectories: [...additionalFolders] }),
    ...((sandbox ?? policy) !== undefined && {
      _meta: { parley: { ...(sandbox !== undefined && { sandbox }), ...policy?.() } },
    }),
  };
  return { params, leftOut };
}

function obstacle(server: McpServer, supports: (capability: string) => boolean): string | undefined {
  if (isUnknown(server)) return "Skipped an MCP server of an unknown type";
  if (server.type !== "http" && server.type !== "sse") return undefined;
  if (supports(`mcpCapabilities.${server.type}`)) return undefined;
  return `The MCP server ${server.name} was skipped: the agent does not support MCP servers over ${server.type === "http" ? "HTTP" : "SSE"}`;
}

export function checkFolders({ cwd, additionalFolders = [] }: SessionSetup): void {
  const relative = [cwd, ...additionalFolders].find((folder) => !isAbsolute(folder));
  if (relative === undefined) return;
  const message = `The folders of a session must be absolute paths, not ${JSON.stringify(relative)}`;
  throw new ParleyError({ code: "usage", message });
}

/** Rejects folders that are not visible in the agent's sandbox. */
export function checkShown({ cwd, additionalFolders = [] }: SessionSetup, roots: readonly string[]): void {
  const hidden = [cwd, ...additionalFolders].find((folder) => !roots.some((root) => isBelow(root, folder)));
  if (hidden === undefined) return;
  const message = `The folder ${hidden} is not visible in the sandbox of this agent. Visible: ${roots.join(", ")}`;
  const remedy = { label: "Start the agent in the session's folder" };
  throw new ParleyError({ code: "sandbox_unavailable", message, remedy });
}
