// The files that name MCP servers for the sessions of a folder: the user's, and the folder's own, which count if it is trusted.
import { ParleyError, plural } from "@parley/base";
import { inheritedEnvironment } from "@parley/machine/processes";
import { join } from "node:path";
import { MCP_PROBLEMS_MAX } from "../limits.ts";
import { parseUserObject } from "../user-files/parse-user-text.ts";
import { readUserText } from "../user-files/read-user-text.ts";
import { expandVariables } from "./expand-variables.ts";
import { parseOAuthClients, withoutClients, type OAuthClient } from "./parse-oauth-clients.ts";
import { parseMcpServers, type ParsedServers } from "./parse-mcp-servers.ts";

export interface McpSource extends ParsedServers {
  /** By server name: the client that was manually registered for it. */
  readonly clients: ReadonlyMap<string, OAuthClient>;
  readonly path: string;
  /** False: the folder is not trusted, so its servers are never started. */
  readonly isUsed: boolean;
}

export interface McpSourcesOptions {
  readonly parleyHome: string;
  readonly cwd: string;
  readonly isTrusted: boolean;
  /** For `${NAME}` in `.mcp.json` (default: the environment that programs inherit, without our own secrets). */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Only files that name servers; a later one overrides an earlier one. */
export async function readMcpSources(options: McpSourcesOptions): Promise<readonly McpSource[]> {
  const { parleyHome, cwd, isTrusted, env = inheritedEnvironment() } = options;
  const project = join(cwd, ".mcp.json");
  const sources = await Promise.all([
    readSource(join(parleyHome, "config.json"), true),
    readSource(project, isTrusted, env),
    readSource(join(cwd, ".parley", "config.json"), isTrusted),
  ]);
  return sources.filter(({ servers, problems }) => servers.length > 0 || problems.length > 0);
}

/** An unreadable file is a problem, unless it is ignored anyway. */
async function readSource(path: string, isUsed: boolean, env?: McpSourcesOptions["env"]): Promise<McpSource> {
  const nothing = { path, isUsed, servers: [], clients: new Map<string, OAuthClient>(), problems: [] };
  try {
    const text = await readUserText(path);
    const listed = text === undefined ? undefined : parseUserObject(path, text)["mcpServers"];
    if (listed === undefined) return nothing;
    const { value, missing } =
      env !== undefined && isUsed ? expandVariables(withoutClients(listed), env) : { value: listed, missing: [] };
    const { servers, problems: mistakes } = parseMcpServers(value);
    // As written in the file: the secret is the name of a variable, which is read only for signing in.
    const { clients, problems: others } = parseOAuthClients(listed);
    const problems = [...mistakes, ...others];
    const unset = missing.map((name) => `mcpServers: the variable ${name} is not set`);
    const all = [...problems, ...unset].map((problem) => `${path}: ${problem}`);
    return { path, isUsed, servers, clients, problems: shorten(all) };
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    const message = error.message.includes(path) ? error.message : `${path}: ${error.message}`;
    return isUsed ? { ...nothing, problems: [message] } : nothing;
  }
}

/** A file may have thousands of mistakes. */
function shorten(problems: readonly string[]): readonly string[] {
  const more = problems.length - MCP_PROBLEMS_MAX;
  return more <= 0
    ? problems
    : [...problems.slice(0, MCP_PROBLEMS_MAX), `${plural(more, "more problem")} of this kind`];
}
