// The session that a person means: by its id or the beginning of it, by `latest`, or by being the latest in a folder.
import type { SessionInfo, SessionStore } from "@parley/home/session-log";
import { ParleyError } from "@parley/base";
import type { CommandContext } from "../command.ts";
import type { ServerAccess } from "../server/server-access.ts";
import { openStore } from "./open-store.ts";

const LATEST = "latest";

export async function findSession(store: Pick<SessionStore, "find" | "list">, text: string): Promise<SessionInfo> {
  const found = text === LATEST ? (await store.list({ limit: 1 }))[0] : await store.find(text);
  if (found !== undefined) return found;
  throw notFound(text === LATEST ? "There is no session yet" : `There is no session ${JSON.stringify(text)}`);
}

export async function findLatestIn(store: Pick<SessionStore, "list">, cwd: string): Promise<SessionInfo> {
  const [latest] = await store.list({ cwd, limit: 1 });
  if (latest !== undefined) return latest;
  throw notFound(`There is no session in ${cwd} to go on with`);
}

export interface NamedSession {
  readonly session: string | undefined;
  readonly continue: boolean;
  readonly agent: string | undefined;
  /** What followed `--`. */
  readonly command: readonly string[] | undefined;
}

/** For `--session` and `--continue`. A session belongs to the agent it was held with, unless a server hands it over. */
export async function findNamedSession(named: NamedSession, context: CommandContext): Promise<SessionInfo> {
  const { cwd, server } = context;
  if (named.session !== undefined && named.continue) throw conflict("--session and --continue name a session both");
  if (named.command !== undefined) throw conflict("A session goes on with its own agent, so that nothing follows --");
  const store = await openStore(context);
  const found = named.session === undefined ? await findLatestIn(store, cwd) : await findSession(store, named.session);
  if (named.agent !== undefined && named.agent !== found.agent.name) {
    if (server !== undefined) return handOver(server, found, named.agent);
    throw conflict(`Session ${found.id} was held with ${found.agent.name}, not with ${named.agent}`);
  }
  return found;
}

/** A server can have another agent go on with a session. */
async function handOver(server: ServerAccess, { id }: SessionInfo, agent: string): Promise<SessionInfo> {
  const { ServerApi } = await import("../server/server-api.ts");
  const { toSessionInfo } = await import("../server/to-session-info.ts");
  return toSessionInfo(await new ServerApi(server).request("POST", `/sessions/${id}/handover`, { body: { agent } }));
}

function conflict(message: string): ParleyError {
  return new ParleyError({ code: "usage", message, remedy: { label: "Leave one of them out" } });
}

function notFound(message: string): ParleyError {
  const remedy = { label: "See which sessions there are", command: "parley sessions list" };
  return new ParleyError({ code: "session_not_found", message, remedy });
}
