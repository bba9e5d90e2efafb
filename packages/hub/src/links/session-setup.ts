// The setup of an agent's session: folders, and the MCP servers of the session, its folder and its editors.
import type { McpServer } from "@parley/acp";
import type { SessionSetup } from "@parley/client";
import type { FoundServers } from "@parley/home/mcp-servers";
import { mergeExtensions } from "../agents/extensions.ts";
import { fillSecrets } from "../launches/fill-secrets.ts";
import type { SessionLaunches } from "../launches/session-launches.ts";
import type { LiveSession } from "../live/live-session.ts";

export interface SessionSetupOptions {
  readonly launches: SessionLaunches;
  /** The tools of the editors that follow a session, as MCP servers: each of the same name is an alternative. */
  readonly editorServers: (sessionId: string) => readonly McpServer[];
  /** The MCP servers of a folder's sessions, besides those that a session has itself. Our own agent finds them itself. */
  readonly findMcpServers: (cwd: string) => Promise<FoundServers>;
}

type ListedServers = Pick<FoundServers, "servers" | "problems">;

/** `isOwn`: for our own agent. Problems become notes in the session. */
export async function setUpSession(
  session: LiveSession,
  isOwn: boolean,
  options: SessionSetupOptions,
): Promise<Omit<SessionSetup, "cwd">> {
  const { additionalFolders, turns } = session.row;
  const given = findGiven(session, options);
  for (const text of given.problems) session.record({ type: "note", level: "warning", text });
  if (isOwn) return { additionalFolders, mcpServers: given.servers, policy: () => session.policy };
  const { servers, problems } = await withConfigured(session, given.servers, options);
  // Later they would only be repeated with every start of the agent.
  if (turns <= 1) for (const text of problems) session.record({ type: "note", level: "warning", text });
  return { additionalFolders, mcpServers: servers };
}

/**
 * All MCP servers that a third-party agent gets for a session: configured ones, the session's own and those of editors.
 */
export async function findSessionServers(session: LiveSession, options: SessionSetupOptions): Promise<ListedServers> {
  const given = findGiven(session, options);
  const { servers, problems } = await withConfigured(session, given.servers, options);
  return { servers, problems: [...given.problems, ...problems] };
}

async function withConfigured(
  { row }: LiveSession,
  given: readonly McpServer[],
  { findMcpServers }: SessionSetupOptions,
): Promise<ListedServers> {
  const { servers, problems } = await findMcpServers(row.cwd);
  return { servers: mergeExtensions(servers, given), problems };
}

function findGiven({ id, row }: LiveSession, { launches, editorServers }: SessionSetupOptions): ListedServers {
  const { servers, problems } = fillSecrets(row.extensions, launches.get(id)?.secrets ?? {});
  return { servers: [...servers, ...editorServers(id)], problems };
}
